"use strict";
/* What was counted, as people call it: a word of the text as it is, another with the name of its place. */
const PLACES = {
  subject: "w_subject", from: "w_from", sender: "w_sender", to: "w_to", "reply-to": "w_reply_to", received: "w_received", mailer: "w_mailer",
  "content-type": "w_content_type", list: "w_list", url: "w_url", host: "w_host", attachment: "w_attachment", opening: "w_opening", pair: "w_pair",
};
function plainWord(counted) {
  const [, field, word] = /^([a-z-]+):(.+)$/s.exec(counted) ?? [];
  if (field === "mark") return word.replaceAll("-", " ");
  const bare = ["opening", "pair"].includes(field) ? word.replace(/^[a-z-]+:/, "").replaceAll("_", " ") : word;
  return PLACES[field] ? messenger.i18n.getMessage(PLACES[field], [bare]) : counted;
}
