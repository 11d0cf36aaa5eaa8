"use strict";
/* What is done with mail that arrives, and what is learnt from what a person does with it.

   Thunderbird does not say who marked or moved a mail. So each deed of our own is noted before it is done, for a short
   time and only where it will be told back; every other one is a person's. */

const OWN_DEED_MS = 30_000;
const OTHER_FILTER_MS = 10_000;
const CUT_BYTES = 2 << 20, BEGINNING_BYTES = 1 << 20;
const MOST_TICKETS = 5_000;
const RETRY_MS = 30_000, PAUSES_MS = [50, 200, 800, 3_200, 9_000];
const UNSURE = "bayleaf_unsure", SPAM = "bayleaf_spam";
const NOT_ARRIVALS = ["junk", "trash", "sent", "drafts", "templates", "outbox"];
const NO_LESSON = ["trash", "sent", "drafts", "templates", "outbox"];

const uses = (folder) => folder?.specialUse ?? [];
const isAny = (folder, wanted) => uses(folder).some((use) => wanted.includes(use));

class Mailroom {
  constructor(messenger, judge, { now = Date.now, pause = (ms) => new Promise((done) => setTimeout(done, ms)), later = setTimeout } = {}) {
    Object.assign(this, { messenger, judge, now, pause, wakeLater: (act) => later(act, RETRY_MS) });
    this.deeds = new Map();
    this.arrived = new Map();
    this.lessons = new Map();
    judge.onBack = () => this.catchUp();
  }

  async start() {
    const kept = await this.messenger.storage.local.get(["installedAt", "mode", "accounts", "pending", "untaught", "tickets"]);
    this.settings = { mode: kept.mode ?? "watch", accounts: kept.accounts ?? {} };
    this.installedAt = kept.installedAt ?? this.now();
    this.pending = kept.pending ?? {};
    this.untaught = kept.untaught ?? {};
    this.tickets = new Map(Object.entries(kept.tickets ?? {}));
    await this.keep({ installedAt: this.installedAt });
    const known = (await this.messenger.messages.tags.list()).map((tag) => tag.key);
    const tag = (key, name, colour) => known.includes(key) || this.messenger.messages.tags.create(key, name, colour);
    await tag(UNSURE, this.messenger.i18n.getMessage("unsure"), "#C77700");
    await tag(SPAM, this.messenger.i18n.getMessage("spam"), "#B3261E");
    await this.catchUp();
  }

  keep(values) { return this.messenger.storage.local.set(values); }
  isOn(folder) { return this.settings.accounts[folder?.accountId] !== false; }

  // Mail that arrives

  async onNew(folder, messages) {
    if (isAny(folder, NOT_ARRIVALS) || !this.isOn(folder)) return;
    for (const message of messages) {
      this.arrived.set(message.headerMessageId, this.now());
      await this.receive({ ...message, folder: message.folder ?? folder });
    }
  }

  async receive(message) {
    const verdict = await this.verdict(message);
    if (!verdict || verdict.away) {
      this.pending[message.headerMessageId] = { id: message.id, since: this.now() };
      if (verdict?.away) this.askAgainLater();
      return this.keep({ pending: this.pending });
    }
    if (this.pending[message.headerMessageId]) {
      delete this.pending[message.headerMessageId];
      await this.keep({ pending: this.pending });
    }
    if (verdict.error || verdict.by_hand) return;
    if (message.date && new Date(message.date).getTime() < this.installedAt - 86_400_000) return;   // a first synchronisation
    await this.act(message, verdict);
  }

  async act(message, verdict) {
    const isSpam = verdict.label === verdict.spamLabel && !verdict.unsure;
    if (verdict.unsure) return this.tag(message, UNSURE);
    if (!isSpam || (await this.isKnown(message.author))) return;
    if (verdict.isCut) return this.tag(message, UNSURE);          // judged by its beginning: nothing is moved on that
    if (this.settings.mode === "watch") return this.tag(message, SPAM);
    await this.markJunk(message, true);
    if (this.settings.mode === "move") await this.moveToJunk(message);
  }

  async tag(message, key) {
    const tags = message.tags ?? [];
    if (!tags.includes(key)) await this.messenger.messages.update(message.id, { tags: [...tags, key] });
  }

  async untag(message) {
    const tags = (message.tags ?? []).filter((key) => key !== UNSURE && key !== SPAM);
    if (tags.length !== (message.tags ?? []).length) await this.messenger.messages.update(message.id, { tags });
  }

  async markJunk(message, junk) {
    if (Boolean(message.junk) === junk) return;                    // Thunderbird would tell nothing back
    this.note(message, `junk=${junk}`);
    await this.messenger.messages.update(message.id, { junk });
  }

  async moveToJunk(message) {
    const [junk] = await this.messenger.folders.query({ accountId: message.folder.accountId, specialUse: ["junk"] });
    if (!junk) return;
    this.note(message, "move");
    await this.messenger.messages.move([message.id], junk.id);
  }

  async isKnown(author) {
    const address = (author.match(/<([^>]*)>/)?.[1] ?? author).trim().toLowerCase();
    if (!address) return false;
    const found = await this.messenger.addressBooks.contacts.query({ searchString: address });
    return found.some((contact) => JSON.stringify(contact.vCard ?? contact.properties ?? "").toLowerCase().includes(address));
  }

  // Our own deeds

  note(message, deed) { this.deeds.set(`${deed} ${message.headerMessageId}`, this.now()); }

  isOwn(message, deed) {
    const key = `${deed} ${message.headerMessageId}`, at = this.deeds.get(key);
    this.deeds.delete(key);
    return at !== undefined && this.now() - at < OWN_DEED_MS;
  }

  // What a person does

  async onUpdated(message, changed) {
    if (!("junk" in changed) || this.isOwn(message, `junk=${changed.junk}`) || !this.isOn(message.folder)) return;
    const arrivedAt = this.arrived.get(message.headerMessageId) ?? 0;
    if (changed.junk && !message.read && this.now() - arrivedAt < OTHER_FILTER_MS) return;   // Thunderbird's own filter
    await this.teach(message, changed.junk);
  }

  async onMoved(before, after) {
    for (const message of after) {
      const from = before.find((each) => each.headerMessageId === message.headerMessageId)?.folder, to = message.folder;
      if (this.isOwn(message, "move") || !this.isOn(to)) continue;
      const isSpam = isAny(to, ["junk"]);
      if (isAny(to, NO_LESSON) || isSpam === isAny(from, ["junk"])) continue;
      await this.markJunk(message, isSpam);                        // a drag out of Junk leaves the mark behind
      await this.teach(message, isSpam);
    }
  }

  /* The one lesson of one deed, though Thunderbird may tell of it twice. */
  async teach(message, isSpam) {
    const last = this.lessons.get(message.headerMessageId);
    if (last && last.isSpam === isSpam && this.now() - last.at < OWN_DEED_MS) return;
    this.lessons.set(message.headerMessageId, { isSpam, at: this.now() });
    const answer = await this.lesson(message, isSpam);
    if (!answer || answer.away) {
      this.untaught[message.headerMessageId] = { id: message.id, isSpam };
      if (answer?.away) this.askAgainLater();
      return this.keep({ untaught: this.untaught });
    }
    delete this.untaught[message.headerMessageId];
    await this.keep({ untaught: this.untaught });
    await this.untag(message);
  }

  /* By ticket: just after a move on IMAP there is no content yet. By the mail itself where no ticket is known. */
  async lesson(message, isSpam) {
    const labels = await this.labels();
    if (!labels) return null;
    const label = isSpam ? labels.spam : labels.good;
    const ticket = this.tickets.get(message.headerMessageId)?.ticket;
    const question = { do: "learn", label, by: "hand" };
    if (ticket) {
      const answer = await this.judge.ask({ ...question, ticket });
      if (answer.lesson !== "unknown") return answer;
    }
    const content = await this.content(message.id, { waits: true });
    return content ? this.judge.ask({ ...question, raw: await base64(content) }) : null;
  }

  async labels() {
    const status = await this.judge.ask({ do: "status" });
    if (!status.spam_label) return null;
    const others = status.labels.filter((label) => label !== status.spam_label);
    return { spam: status.spam_label, good: others.includes("ham") ? "ham" : others[0] ?? "ham" };
  }

  // Verdicts

  async verdict(message, words = 6) {
    const content = await this.content(message.id);
    if (!content) return null;
    const isCut = content.size > CUT_BYTES;
    const raw = await base64(isCut ? content.slice(0, BEGINNING_BYTES) : content);
    const answer = await this.judge.ask({ do: "classify", raw, words });
    if (answer.away || answer.error) return answer;
    if (this.spamLabel === undefined) this.spamLabel = (await this.labels())?.spam ?? null;
    if (answer.ticket && !isCut) await this.keepTicket(message.headerMessageId, answer.ticket);
    return { ...answer, isCut, spamLabel: this.spamLabel };
  }

  async keepTicket(id, ticket) {
    this.tickets.delete(id);
    this.tickets.set(id, { ticket });
    while (this.tickets.size > MOST_TICKETS) this.tickets.delete(this.tickets.keys().next().value);
    await this.keep({ tickets: Object.fromEntries(this.tickets) });
  }

  async content(id, { waits = false } = {}) {
    for (const ms of waits ? [0, ...PAUSES_MS] : [0]) {
      if (ms) await this.pause(ms);
      try {
        const file = await this.messenger.messages.getRaw(id, { data_format: "File" });
        if (file.size) return file;
      } catch { /* it is not there yet, or gone */ }
    }
    return null;
  }

  askAgainLater() {                                                // nobody tells when the judge is back
    if (!this.isWaiting) this.wakeLater(() => { this.isWaiting = false; return this.catchUp(); });
    this.isWaiting = true;
  }

  /* What had to wait while nobody answered: verdicts and lessons. */
  async catchUp() {
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    try {
      for (const [key, { id }] of Object.entries(this.pending)) {
        const message = await this.messenger.messages.get(id).catch(() => null);
        if (!message || message.headerMessageId !== key) delete this.pending[key];
        else if (!isAny(message.folder, NOT_ARRIVALS)) await this.receive(message);
        if (this.judge.isAway) return;
      }
      for (const [key, { id, isSpam }] of Object.entries(this.untaught)) {
        this.lessons.delete(key);
        await this.teach({ id, headerMessageId: key, tags: [] }, isSpam);
        if (this.judge.isAway) return;
      }
      await this.keep({ pending: this.pending, untaught: this.untaught });
    } finally {
      this.isCatchingUp = false;
    }
  }

  // Learn from my folders

  async learnFolder(folder, isSpam, onProgress = () => {}) {
    const labels = await this.labels();
    const told = { learnt: 0, already: 0, missing: 0 };
    if (!labels) return told;
    for await (const message of pages(this.messenger, await this.messenger.messages.list(folder.id))) {
      const content = await this.content(message.id);
      const raw = content && (await base64(content));
      const question = { do: "learn", raw, label: isSpam ? labels.spam : labels.good, by: "confirm" };
      const answer = raw ? await this.judge.ask(question) : {};
      told[answer.lesson === "learnt" ? "learnt" : answer.lesson === "already" ? "already" : "missing"]++;
      onProgress(told);
    }
    return told;
  }
}

async function* pages(messenger, list) {
  for (;;) {
    yield* list.messages;
    if (!list.id) return;
    list = await messenger.messages.continueList(list.id);
  }
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.toBase64) return bytes.toBase64();
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 32_768) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(pieces.join(""));
}
