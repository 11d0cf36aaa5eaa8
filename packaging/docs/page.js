// Theme, search and copying. The pages work without it; it needs no network.
(function () {
  "use strict";
  var root = document.documentElement;
  function stored() { try { return localStorage.getItem("theme"); } catch (error) { return null; } }
  function system() { return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"; }
  function show(theme) {
    root.dataset.theme = theme;
    root.setAttribute("data-jp-theme-light", theme === "light" ? "true" : "false"); // for results shown as in Jupyter
  }
  show(stored() || system());
  document.addEventListener("DOMContentLoaded", function () {
    document.getElementById("theme").addEventListener("click", function () {
      var theme = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("theme", theme); } catch (error) { /* pages from a file may have no storage */ }
      show(theme);
    });
    var menu = document.getElementById("menu");
    menu.addEventListener("click", function () {
      var open = document.body.classList.toggle("menu-open");
      menu.setAttribute("aria-expanded", String(open));
    });
    document.querySelectorAll("pre.code").forEach(function (block) {
      var button = document.createElement("button");
      button.className = "copy"; button.type = "button"; button.textContent = "Copy";
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(statements(block.querySelector("code").textContent)).then(function () {
          button.textContent = "Copied";
          setTimeout(function () { button.textContent = "Copy"; }, 1500);
        });
      });
      block.parentNode.insertBefore(button, block);
    });
    var here = document.querySelector("nav.site [aria-current]");
    if (here) { here.scrollIntoView({ block: "nearest" }); }
    search();
  });
  // Of a session with prompts, copy what was typed.
  function statements(text) {
    if (text.slice(0, 4) !== ">>> ") { return text; }
    return text.split("\n").filter(function (line) { return /^(>>>|\.\.\.)( |$)/.test(line); })
      .map(function (line) { return line.slice(4); }).join("\n") + "\n";
  }
  function search() {
    var box = document.getElementById("search"), list = document.getElementById("found"), base = root.dataset.base || "";
    function close() { list.hidden = true; list.replaceChildren(); }
    box.addEventListener("input", function () {
      var words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length || !window.searchIndex) { close(); return; }
      var hits = window.searchIndex.map(function (entry) {
        var title = entry[1].toLowerCase(), text = entry[2].toLowerCase();
        var score = words.reduce(function (sum, word) {
          if (title.split(/[ .]/).some(function (part) { return part === word; })) { return sum + 8; }
          if (title.indexOf(word) >= 0) { return sum + 4; }
          return text.indexOf(word) >= 0 ? sum + 1 : -1e9;
        }, 0);
        return [score, entry];
      }).filter(function (hit) { return hit[0] > 0; }).sort(function (a, b) { return b[0] - a[0]; }).slice(0, 10);
      list.replaceChildren.apply(list, hits.map(function (hit) {
        var item = document.createElement("li"), link = document.createElement("a"), note = document.createElement("small");
        link.href = base + hit[1][0]; link.textContent = hit[1][1]; note.textContent = hit[1][2].slice(0, 90);
        link.appendChild(note); item.appendChild(link); return item;
      }));
      if (!hits.length) { var none = document.createElement("li"); none.textContent = "Nothing found"; list.appendChild(none); }
      list.hidden = false;
    });
    document.addEventListener("keydown", function (event) {
      if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
      if (event.key === "Escape") { close(); box.blur(); }
      if (event.key === "Enter" && document.activeElement === box && list.querySelector("a")) { list.querySelector("a").click(); }
    });
    document.addEventListener("click", function (event) { if (!event.target.closest(".search")) { close(); } });
  }
})();
