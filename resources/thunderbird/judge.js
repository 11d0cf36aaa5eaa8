"use strict";
/* The way to Bayleaf on this computer: questions and answers over native messaging, one program for as long as it lives. */

class Judge {
  constructor(messenger) {
    this.messenger = messenger;
    this.port = null;
    this.next = 1;
    this.waiting = new Map();
    this.onBack = () => {};
  }

  connect() {
    this.port = this.messenger.runtime.connectNative("bayleaf.judge");
    this.port.onMessage.addListener((answer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    this.port.onDisconnect.addListener(() => {
      this.port = null;
      for (const answer of this.waiting.values()) answer({ away: true });
      this.waiting.clear();
    });
  }

  /* An answer, or {away: true} where nobody is there to answer: never an exception. */
  async ask(question) {
    const wasAway = this.isAway;
    const answer = await new Promise((resolve) => {
      try {
        if (!this.port) this.connect();
        const id = this.next++;
        this.waiting.set(id, resolve);
        this.port.postMessage({ id, ...question });
      } catch {
        this.port = null;
        resolve({ away: true });
      }
    });
    this.isAway = Boolean(answer.away);
    if (wasAway && !this.isAway) this.onBack();
    return answer;
  }
}
