function render({ model, el }) {
  const text = document.createElement("textarea"), alpha = document.createElement("input");
  const told = document.createElement("label"), shown = document.createElement("div");
  text.rows = 4; text.style.width = "100%"; text.value = model.get("text");
  Object.assign(alpha, { type: "range", min: "-3", max: "2", step: "0.05" });
  const tell = () => {
    alpha.value = String(Math.log10(model.get("alpha")));
    told.textContent = "\u03b1 = " + model.get("alpha").toPrecision(3);
    told.prepend(alpha);
    shown.innerHTML = model.get("html");
  };
  alpha.addEventListener("input", () => { model.set("alpha", 10 ** Number(alpha.value)); model.save_changes(); });
  text.addEventListener("input", () => { model.set("text", text.value); model.save_changes(); });
  model.on("change:html", tell);
  tell();
  el.append(told, text, shown);
}
export default { render };
