"use strict";
/* All that a verdict rests on: the strongest words with what each adds, the rest, and where it started. */

(async () => {
  const say = (key, ...facts) => messenger.i18n.getMessage(key, facts);
  const [tab] = await messenger.tabs.query({ active: true, currentWindow: true });
  const verdict = await messenger.runtime.sendMessage({ do: "verdict", words: 20, tabId: tab.id });
  const head = document.getElementById("verdict");
  if (!verdict || verdict.away || verdict.error) {
    head.textContent = verdict?.error ?? say("away");
    return;
  }
  head.textContent = say(verdict.unsure ? "perhaps" : "judged", verdict.label ?? "?", (100 * verdict.probability).toFixed(1));
  const rows = [...verdict.words.map(([word, term]) => [plainWord(word), term]), [say("rest"), verdict.rest], [say("prior"), verdict.prior]];
  for (const [word, term] of rows) {
    const row = document.getElementById("words").insertRow();
    row.insertCell().textContent = word;
    row.insertCell().textContent = term === null ? "∞" : (term > 0 ? "+" : "") + term.toFixed(2);
  }
  document.getElementById("rest").textContent = say("score", verdict.score === null ? "∞" : verdict.score.toFixed(2));
})();
