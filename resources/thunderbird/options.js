"use strict";
/* What may be done with mail, in which accounts, and from which folders to learn. */

(async () => {
  const say = (key, ...facts) => messenger.i18n.getMessage(key, facts.map(String));
  const ask = (question) => messenger.runtime.sendMessage(question);
  const at = (id) => document.getElementById(id);
  const settings = await ask({ do: "settings" }), { status } = settings;
  at("status").textContent = status.away ? say("away") : say("asks", status.model, status.spam_label ?? "?");
  for (const id of ["modeHead", "accountsHead", "learnHead"]) at(id).textContent = say(id);

  function choice(parent, type, text, checked, onChange) {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, { type, name: parent.id, checked });
    input.addEventListener("change", () => onChange(input.checked));
    label.append(input, ` ${text}`);
    parent.append(label);
  }

  for (const mode of ["watch", "mark", "move"])
    choice(at("modes"), "radio", say(mode), settings.mode === mode, () => ask({ do: "set", settings: { mode } }));
  for (const { id, name } of settings.all)
    choice(at("accounts"), "checkbox", name, settings.accounts[id] !== false, (isOn) => {
      settings.accounts[id] = isOn;
      ask({ do: "set", settings: { accounts: settings.accounts } });
    });
  for (const folder of settings.folders) {
    const isSpam = folder.specialUse.includes("junk"), button = document.createElement("button");
    button.textContent = say(isSpam ? "learnSpam" : "learnGood", folder.path);
    button.addEventListener("click", async () => {
      button.disabled = true;
      const { learnt, already, missing } = await ask({ do: "learn", folder, isSpam });
      button.textContent = say("learnt", learnt, already, missing);
    });
    at("folders").append(button);
  }
})();
