"use strict";
/* The line above a mail: its verdict, the strongest words, and two buttons. All text is text, never markup. */

(async () => {
  if (document.getElementById("bayleaf-verdict")) return;
  const say = (key, ...facts) => messenger.i18n.getMessage(key, facts);
  const line = document.createElement("div");
  line.id = "bayleaf-verdict";

  function part(kind, text, style) {
    const element = document.createElement(kind);
    element.textContent = text;
    element.style.cssText = style;
    line.append(element);
    return element;
  }

  function button(key, isSpam) {
    const made = part("button", say(key), "margin-inline-start:8px;font:inherit");
    made.addEventListener("click", async (event) => {
      if (event.isTrusted) show(await messenger.runtime.sendMessage({ do: "told", isSpam }));
    });
  }

  function show(verdict) {
    if (!verdict || verdict.error || verdict.away) return line.remove();
    const isSpam = verdict.label === verdict.spamLabel;
    const colour = verdict.unsure ? "#C77700" : isSpam ? "#B3261E" : "#2B6B4F";
    line.replaceChildren();
    line.style.cssText = `font:13px sans-serif;padding:6px 10px;margin:0 0 8px;border-inline-start:4px solid ${colour};background:#f2f2ee;color:#222`;
    const percent = (100 * verdict.probability).toFixed(1);
    const key = verdict.by_hand ? "byYou" : verdict.unsure ? "perhaps" : "judged";
    part("strong", say(key, verdict.label ?? "?", percent), "");
    for (const [word, term] of verdict.words.filter(([each]) => !each.startsWith("new:")).slice(0, 6)) {
      const strength = Math.min(Math.abs(term ?? 0) / 6, 1);
      const shade = `color-mix(in srgb, ${colour} ${Math.round(8 + 30 * strength)}%, transparent)`;
      part("span", plainWord(word), `display:inline-block;margin-inline-start:8px;padding:0 4px;border-radius:4px;background:${shade}`);
    }
    button("isSpam", true);
    button("isGood", false);
    if (!line.isConnected) document.body.prepend(line);
  }

  show(await messenger.runtime.sendMessage({ do: "verdict", words: 9 }));
})();
