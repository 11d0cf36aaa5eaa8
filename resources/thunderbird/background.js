"use strict";
/* Ties Thunderbird's events to the mailroom. */

const mailroom = new Mailroom(messenger, new Judge(messenger));
const ready = mailroom.start();

async function all(list) {
  const found = [];
  for await (const message of pages(messenger, list)) found.push(message);
  return found;
}

messenger.messages.onNewMailReceived.addListener(async (folder, list) => {
  await ready;
  await mailroom.onNew(folder, await all(list));
}, true);

messenger.messages.onUpdated.addListener(async (message, changed) => {
  await ready;
  await mailroom.onUpdated(message, changed);
});

messenger.messages.onMoved.addListener(async (before, after) => {
  await ready;
  await mailroom.onMoved(await all(before), await all(after));
});

async function shown(tabId) {
  const list = await messenger.messageDisplay.getDisplayedMessages(tabId);
  return (list.messages ?? list)[0] ?? null;
}

const DO = {
  async verdict({ words }, tabId) {
    const message = await shown(tabId);
    return message && mailroom.verdict(message, words);
  },
  async told({ isSpam }, tabId) {
    const message = await shown(tabId);
    if (!message) return null;
    await mailroom.markJunk(message, isSpam);
    await mailroom.teach(message, isSpam);
    return mailroom.verdict(message);
  },
  async settings() {
    const accounts = (await messenger.accounts.list()).map(({ id, name }) => ({ id, name }));
    const ofUse = (use) => messenger.folders.query({ specialUse: [use] });   // several uses would mean all of them at once
    const folders = (await Promise.all(["junk", "inbox", "archives"].map(ofUse))).flat();
    const status = await mailroom.judge.ask({ do: "status" });
    return { ...mailroom.settings, all: accounts, folders, status };
  },
  async set({ settings }) {
    Object.assign(mailroom.settings, settings);
    await mailroom.keep(settings);
  },
  async learn({ folder, isSpam }) {
    return mailroom.learnFolder(folder, isSpam);
  },
};

messenger.runtime.onMessage.addListener(async (question, sender) => {
  await ready;
  const tabId = question.tabId ?? sender.tab?.id;
  return DO[question.do]?.(question, tabId) ?? null;
});

messenger.scripting.messageDisplay
  .registerScripts([{ id: "banner", js: ["words.js", "banner.js"], runAt: "document_idle" }]).catch(() => {});
