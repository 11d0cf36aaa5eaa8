"use strict";
/* What was counted, as people call it: a word of the text as it is, another with the name of its place; a sign by its name. */
const named = (key, fact) => messenger.i18n.getMessage(key.replace(/[^a-z0-9]/g, "_"), [fact]);
function signName(sign) {
  const end = [...sign].map((_, place) => sign.length - place).find((each) => named(`k_${sign.slice(0, each)}`, ""));
  const kind = end && named(`k_${sign.slice(0, end)}`, sign.slice(end).replace(/^to(\d+)$/, (_, most) => named("up_to", most)));
  return named(`m_${sign}`, "") || kind || sign.replaceAll("-", " ");
}
const newName = (kind, share) => named(`n_${kind}`, share === "few" ? named("too_few", "") : named("usual", share?.replace("-", "−")));
function plainWord(counted) {
  const [, field, word] = /^([a-z-]+):(.+)$/s.exec(counted) ?? [];
  const bare = ["opening", "pair"].includes(field) ? word.replace(/^[a-z-]+:/, "").replaceAll("_", " ") : word;
  return field === "mark" ? signName(word) : (field === "new" && newName(...word.split(":"))) || (field && named(`w_${field}`, bare)) || counted;
}
