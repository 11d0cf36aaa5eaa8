/* The traps of Thunderbird's events, one check each, on a made-up Thunderbird that tells what the real one told.
   node traps.js NAME runs one; without a name it prints them all. */
"use strict";
const assert = require("node:assert/strict"), fs = require("node:fs"), path = require("node:path"), vm = require("node:vm");

const FOLDER = path.resolve(__dirname, "../../../../../resources/thunderbird");
const INBOX = { id: "inbox", accountId: "a", path: "/INBOX", specialUse: ["inbox"] };
const JUNK = { id: "junk", accountId: "a", path: "/Junk", name: "Spam", specialUse: ["junk"] };
const TRASH = { id: "trash", accountId: "a", path: "/Trash", specialUse: ["trash"] };
const PAPERS = { id: "papers", accountId: "a", path: "/Papers", specialUse: [] };
const FALSE_JUNK = { id: "other", accountId: "a", path: "/Junk mail of 1999", name: "Junk", specialUse: [] };

/* The extension's names for what was counted, in a language. */
function wording(language) {
  const catalog = JSON.parse(fs.readFileSync(path.join(FOLDER, `_locales/${language}/messages.json`), "utf8"));
  const getMessage = (key, [fact]) => (catalog[key]?.message ?? "").replace("$1", () => fact);
  const context = vm.createContext({ messenger: { i18n: { getMessage } } });
  vm.runInContext(fs.readFileSync(path.join(FOLDER, "words.js"), "utf8"), context);
  return context;
}

function made({ verdict = {}, settings = {}, contacts = [], tags = [] } = {}) {
  const world = { asked: [], updates: [], moves: [], store: { installedAt: 0, ...settings }, contents: new Map(), now: 1e12, paused: 0, waiting: [] };
  world.away = false;
  world.status = { model: "m", labels: ["ham", "spam"], spam_label: "spam" };
  world.verdict = { label: "spam", probability: 0.999, unsure: false, by_hand: false, words: [], ...verdict };
  world.lesson = "learnt";
  const judge = {
    async ask(question) {
      world.asked.push(question);
      const wasAway = judge.isAway;
      judge.isAway = world.away;
      if (world.away) return { away: true };
      if (wasAway) setImmediate(() => judge.onBack());
      if (question.do === "status") return world.status;
      if (question.do === "learn") return { lesson: question.ticket === "old" ? "unknown" : world.lesson };
      return { ticket: `ticket of ${Buffer.from(question.raw, "base64").toString().slice(0, 20)}`, ...world.verdict };
    },
  };
  const mailbox = new Map();
  const messenger = {
    i18n: { getMessage: (key) => key },
    storage: { local: { get: async (keys) => Object.fromEntries(keys.filter((k) => k in world.store).map((k) => [k, structuredClone(world.store[k])])), set: async (values) => void Object.assign(world.store, structuredClone(values)) } },
    addressBooks: { contacts: { query: async ({ searchString }) => contacts.filter((c) => c.includes(searchString)).map((vCard) => ({ vCard })) } },
    folders: { query: async ({ specialUse }) => [FALSE_JUNK, JUNK].filter((f) => f.specialUse.includes(specialUse[0])) },
    messages: {
      tags: { list: async () => tags.map((key) => ({ key })), create: async (key) => void tags.push(key) },
      getRaw: async (id) => new Blob([world.contents.get(id)?.shift?.() ?? world.contents.get(id) ?? `mail ${id}`]),
      get: async (id) => mailbox.get(id),
      list: async () => ({ id: null, messages: [...mailbox.values()] }),
      update: async (id, changes) => void world.updates.push(structuredClone([id, changes])),
      move: async (ids, folder) => void world.moves.push(structuredClone([ids, folder])),
    },
  };
  const context = vm.createContext({ messenger, setTimeout, btoa, Uint8Array, console, structuredClone });
  for (const name of ["judge.js", "mailroom.js"]) vm.runInContext(fs.readFileSync(path.join(FOLDER, name), "utf8") + `\nglobalThis.${name === "judge.js" ? "Judge" : "Mailroom"} = ${name === "judge.js" ? "Judge" : "Mailroom"};`, context);
  const mailroom = new context.Mailroom(messenger, judge, { now: () => world.now, pause: async (ms) => void (world.paused += ms), later: (act) => void world.waiting.push(act) });
  const mail = (id, more = {}) => {
    const message = { id, headerMessageId: `<${id}@x>`, author: "A <a@x.example>", date: new Date(world.now), junk: false, read: false, tags: [], folder: INBOX, ...more };
    mailbox.set(id, message);
    return message;
  };
  return { world, mailroom, mail, messenger, judge, context };
}

const lessons = (world) => world.asked.filter((q) => q.do === "learn").map(({ label, ticket, by }) => `${label} ${by} ${ticket ? "by ticket" : "by mail"}`);
const ready = async (options) => { const all = made(options); await all.mailroom.start(); all.world.asked.length = 0; return all; };
const settled = () => new Promise((done) => setTimeout(done, 20));

const TRAPS = {
  async "only a mark that differs is told back, so a lesson without a mark comes by the button"() {
    const { world, mailroom, mail } = await ready();
    const message = mail(1);
    await mailroom.markJunk(message, false);
    assert.deepEqual(world.updates, []);
    await mailroom.teach(message, false);
    assert.deepEqual(lessons(world), ["ham hand by mail"]);
  },
  async "a deed that is never told back does not swallow the next correction"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "mark" } });
    const message = mail(1, { junk: true });
    await mailroom.onNew(INBOX, [message]);                    // already junk: nothing is changed, nothing will be told
    await mailroom.onUpdated({ ...message, junk: false }, { junk: false });
    assert.deepEqual(lessons(world), ["ham hand by ticket"]);
  },
  async "a note of a deed of our own expires"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "mark" } });
    const message = mail(1);
    await mailroom.onNew(INBOX, [message]);
    world.now += 31_000;
    await mailroom.onUpdated({ ...message, junk: true, read: true }, { junk: true });
    assert.deepEqual(lessons(world), ["spam hand by ticket"]);
  },
  async "our own mark and our own move teach nothing"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move" } });
    const message = mail(1);
    await mailroom.onNew(INBOX, [message]);
    assert.deepEqual(world.moves, [[[1], "junk"]]);
    await mailroom.onUpdated({ ...message, junk: true }, { junk: true });
    await mailroom.onMoved([message], [{ ...message, id: 2, junk: true, folder: JUNK }]);
    assert.deepEqual(lessons(world), []);
  },
  async "a moved mail without content yet is taught by its ticket"() {
    const { world, mailroom, mail } = await ready();
    const message = mail(1);
    await mailroom.verdict(message);
    world.contents.set(2, "");
    await mailroom.onMoved([message], [{ ...message, id: 2, folder: JUNK }]);
    assert.deepEqual(lessons(world), ["spam hand by ticket"]);
    assert.equal(world.paused, 0);
  },
  async "an empty mail is never taught: it is waited for"() {
    const { world, mailroom, mail } = await ready();
    world.contents.set(2, ["", "", "the mail"]);
    await mailroom.onMoved([mail(1)], [{ ...mail(2), headerMessageId: "<1@x>", folder: JUNK }]);
    assert.deepEqual(world.asked.filter((q) => q.do === "learn").map((q) => atob(q.raw)), ["the mail"]);
    assert.ok(world.paused > 0);
  },
  async "not spam in the junk folder is one lesson, though it is told as a mark and a move"() {
    const { world, mailroom, mail } = await ready();
    const message = mail(1, { folder: JUNK, junk: true, read: true });
    await mailroom.onUpdated({ ...message, junk: false }, { junk: false });
    await mailroom.onMoved([message], [{ ...message, id: 2, junk: false, folder: INBOX }]);
    assert.deepEqual(lessons(world), ["ham hand by mail"]);
  },
  async "a mail that vanishes, as another program's move is told, teaches nothing"() {
    const { world, mailroom } = await ready();
    await mailroom.onMoved([], []);
    assert.deepEqual(lessons(world), []);
    assert.ok(!fs.readFileSync(path.join(FOLDER, "background.js"), "utf8").includes("onDeleted"));
  },
  async "lessons say that a hand gave them, so that the judge can refuse what a server tells back"() {
    const { world, mailroom, mail } = await ready();
    await mailroom.teach(mail(1), true);
    assert.equal(world.asked.find((q) => q.do === "learn").by, "hand");
  },
  async "from the junk folder to the bin teaches nothing"() {
    const { world, mailroom, mail } = await ready();
    const message = mail(1, { folder: JUNK, junk: true });
    await mailroom.onMoved([message], [{ ...message, id: 2, folder: TRASH }]);
    assert.deepEqual([lessons(world), world.updates], [[], []]);
  },
  async "a drag out of junk takes the mark off, which is no second lesson"() {
    const { world, mailroom, mail } = await ready();
    const message = mail(1, { folder: JUNK, junk: true, read: true });
    const moved = { ...message, id: 2, folder: PAPERS };
    await mailroom.onMoved([message], [moved]);
    assert.deepEqual(world.updates, [[2, { junk: false }]]);
    await mailroom.onUpdated({ ...moved, junk: false }, { junk: false });
    assert.deepEqual(lessons(world), ["ham hand by mail"]);
  },
  async "a mark of Thunderbird's own filter on what has just arrived is no lesson"() {
    const { world, mailroom, mail } = await ready({ verdict: { label: "ham" } });
    const message = mail(1);
    await mailroom.onNew(INBOX, [message]);
    await mailroom.onUpdated({ ...message, junk: true }, { junk: true });
    assert.deepEqual(lessons(world), []);
    world.now += 20_000;
    await mailroom.onUpdated({ ...message, junk: true }, { junk: true });
    assert.deepEqual(lessons(world), ["spam hand by ticket"]);
  },
  async "a large mail is judged by its beginning, and not moved on that"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move" } });
    world.contents.set(1, "x".repeat(3 << 20));
    await mailroom.onNew(INBOX, [mail(1)]);
    assert.ok(world.asked[0].raw.length < 2 << 20);
    assert.deepEqual([world.moves, world.updates], [[], [[1, { tags: ["bayleaf_unsure"] }]]]);
    assert.equal(mailroom.tickets.size, 0);
  },
  async "the junk folder is known by its use, never by its name"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move" } });
    await mailroom.onNew(INBOX, [mail(1)]);
    assert.deepEqual(world.moves, [[[1], "junk"]]);
    await mailroom.onMoved([mail(2)], [{ ...mail(2), folder: FALSE_JUNK }]);
    assert.deepEqual(lessons(world), []);
  },
  async "old mail of a first synchronisation is judged and let be"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move", installedAt: 1e12 } });
    await mailroom.onNew(INBOX, [mail(1, { date: new Date(1e12 - 10 * 86_400_000) })]);
    assert.equal(world.asked.filter((q) => q.do === "classify").length, 1);
    assert.deepEqual([world.moves, world.updates], [[], []]);
  },
  async "mail that came while the judge was away is judged when it is back, also after a restart"() {
    const { world, mailroom, mail, messenger, judge, context } = await ready({ settings: { mode: "mark" } });
    world.away = true;
    await mailroom.onNew(INBOX, [mail(1)]);
    await mailroom.teach(mail(2), true);
    assert.deepEqual(Object.keys(world.store.pending), ["<1@x>"]);
    world.away = false;
    world.asked.length = 0;
    await new context.Mailroom(messenger, judge, { now: () => world.now, later: () => {} }).start();
    await settled();
    assert.deepEqual(world.updates, [[1, { junk: true }]]);
    assert.deepEqual(lessons(world), ["spam hand by mail"]);
    assert.deepEqual([world.store.pending, world.store.untaught], [{}, {}]);
  },
  async "while the judge is away it is asked again by and by, once for all that waits"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "mark" } });
    world.away = true;
    await mailroom.onNew(INBOX, [mail(1), mail(2)]);
    await mailroom.teach(mail(3), true);
    assert.equal(world.waiting.length, 1);
    await world.waiting.shift()();                             // still away
    assert.equal(world.waiting.length, 1);
    world.away = false;
    await world.waiting.shift()();
    await settled();
    assert.deepEqual(world.updates, [[1, { junk: true }], [2, { junk: true }]]);
    assert.deepEqual(lessons(world).slice(-1), ["spam hand by mail"]);
    assert.deepEqual([world.store.pending, world.store.untaught, world.waiting], [{}, {}, []]);
  },
  async "what was counted has the name that people call it by"() {
    const context = wording("en");
    const plain = ["casino", "subject:offer", "reply-to:a_b@x.example", "pair:subject:at_once", "7:30", "url:x_y", "mark:never-heard-of"].map(context.plainWord);
    assert.deepEqual(plain, ["casino", "offer (in the subject)", "answers go to: a_b@x.example", "“at once” next to each other", "7:30", "in a link: x_y", "never heard of"]);
  },
  async "a sign has its name in the language of the person"() {
    const signs = ["mark:html-misleading-link", "mark:url-ip", "mark:length-12", "mark:recipients-to128", "mark:has-x-mailer"];
    assert.deepEqual(signs.map(wording("en").plainWord), ["a link that misleads", "a link to an IP address", "length of the text: level 12 of 20", "recipients: up to 128", "has the header x-mailer"]);
    assert.deepEqual(signs.map(wording("ru").plainWord).slice(0, 3), ["обманчивая ссылка", "ссылка на IP-адрес", "длина текста: уровень 12 из 20"]);
  },
  async "what is new in a mail has a name, and a word that looks like it stays as it is"() {
    const counted = ["new:text:few", "new:route:1", "new:signs:-2", "new:york"];
    assert.deepEqual(counted.map(wording("en").plainWord), ["share of new words in the text: too few words to tell", "share of new senders and servers: 1 compared with the average mail", "share of new features in the structure of the mail: −2 compared with the average mail", "new:york"]);
    assert.deepEqual(counted.map(wording("zh_CN").plainWord)[0], "正文中新词的比例：词太少，无法判断");
  },
  async "whom the address book knows is safe"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move" }, contacts: ["EMAIL:a@x.example"] });
    await mailroom.onNew(INBOX, [mail(1)]);
    assert.deepEqual([world.moves, world.updates], [[], []]);
  },
  async "a mail that was unmarked is never marked again"() {
    const { world, mailroom, mail } = await ready({ settings: { mode: "move" }, verdict: { by_hand: true } });
    await mailroom.onNew(INBOX, [mail(1)]);
    assert.deepEqual([world.moves, world.updates], [[], []]);
  },
  async "at first it only tags, and an account that is off is let be"() {
    const { world, mailroom, mail } = await ready();
    await mailroom.onNew(INBOX, [mail(1)]);
    assert.deepEqual([world.moves, world.updates], [[], [[1, { tags: ["bayleaf_spam"] }]]]);
    const off = await ready({ settings: { accounts: { a: false } } });
    await off.mailroom.onNew(INBOX, [off.mail(1)]);
    assert.deepEqual(off.world.asked, []);
  },
  async "the tag goes once a person has answered"() {
    const { world, mailroom, mail } = await ready();
    await mailroom.teach(mail(1, { tags: ["$label1", "bayleaf_unsure"] }), false);
    assert.deepEqual(world.updates, [[1, { tags: ["$label1"] }]]);
  },
  async "a ticket that is no longer known is followed by the mail itself"() {
    const { world, mailroom, mail } = await ready({ settings: { tickets: { "<1@x>": { ticket: "old" } } } });
    await mailroom.teach(mail(1), true);
    assert.deepEqual(lessons(world), ["spam hand by ticket", "spam hand by mail"]);
  },
  async "a program that is gone answers away, and is called again with the next question"() {
    const { context } = made();
    const ports = [];
    const connectNative = () => {
      const port = { told: [], onMessage: { addListener: (f) => (port.answer = f) }, onDisconnect: { addListener: (f) => (port.end = f) }, postMessage: (q) => port.told.push(q) };
      ports.push(port);
      return port;
    };
    const judge = new context.Judge({ runtime: { connectNative } });
    const asked = judge.ask({ do: "status" });
    ports[0].end();
    assert.equal((await asked).away, true);
    const again = judge.ask({ do: "status" });
    ports[1].answer({ id: ports[1].told[0].id, model: "m" });
    assert.equal((await again).model, "m");
  },
  async "learning from a folder says what it learnt"() {
    const { world, mailroom, mail } = await ready();
    mail(1), mail(2);
    const told = await mailroom.learnFolder(JUNK, true);
    assert.deepEqual([told.learnt, told.missing], [2, 0]);
    assert.deepEqual(lessons(world), ["spam confirm by mail", "spam confirm by mail"]);
  },
};

const wanted = process.argv[2];
if (!wanted) console.log(Object.keys(TRAPS).join("\n"));
else TRAPS[wanted]().catch((error) => { console.error(error); process.exit(1); });
