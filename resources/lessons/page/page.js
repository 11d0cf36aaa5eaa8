// The page around `judge`. Texts become text nodes and never markup: a lesson may be a stranger's.

const data = JSON.parse(document.getElementById("lesson-data").textContent);
const text = data.text, state = data.state, original = JSON.stringify(data.state);
const SHOWN_WORDS = 40, MAX_COUNT = 1000000;
const COLOURS = ["c0", "c1", "c2", "c3", "c4", "c5"];

function make(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function shape(tag, attributes, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function math(tag, ...inside) {
  const element = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  element.append(...inside);
  return element;
}

const fill = (template, facts) => template.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const short = (value) => Number(value.toPrecision(4)).toLocaleString(data.language, { maximumSignificantDigits: 4 });
const decimal = (value) => {
  if (value === 0 || (value >= 1e-4 && value < 1e6)) return [math("mn", short(value))];
  const [digits, power] = value.toExponential(3).split("e");
  const ten = math("msup", math("mn", "10"), math("mn", String(Number(power)).replace("-", "−")));
  return [math("mn", short(Number(digits))), math("mo", "·"), ten];
};
const percent = (share) => (100 * share).toLocaleString(data.language, { maximumFractionDigits: 2 }) + " %";

function numberField(name, value, set, step, least, most) {
  const field = make("input", { type: "number", min: least === undefined ? 0 : least, step: step, "aria-label": name });
  field.value = Number(value.toPrecision(6));
  field.addEventListener("input", () => {
    const typed = field.valueAsNumber;
    const isFine = Number.isFinite(typed) && Math.abs(typed) <= (most ? most() : MAX_COUNT) && (least === null || typed >= (least || 0));
    field.setAttribute("aria-invalid", String(!isFine));
    if (isFine) { set(typed); show(); }
  });
  return field;
}

function control(name, field) {
  return make("label", { class: "control" }, make("span", {}, name), field);
}

function smoothingControl() {
  if (!data.isSmoothed) return [];
  const field = numberField("α", state.alpha, (value) => { state.alpha = value; slider.value = Math.min(value, 5); }, "any");
  field.id = "alpha";
  const slider = make("input", { type: "range", min: 0, max: 5, step: 0.05, "aria-label": text.smoothing });
  slider.value = Math.min(state.alpha, 5);
  slider.addEventListener("input", () => { state.alpha = field.value = slider.valueAsNumber; show(); });
  return [make("div", { class: "control" }, make("span", {}, "α"), field, slider)];
}

function queryControls() {
  const parts = [];
  if (state.words !== null) parts.push(wordControls());
  state.choices.forEach((column, place) => {
    const select = make("select", { "data-choice": place });
    column.values.forEach((value, number) => select.append(make("option", { value: number }, value)));
    if (state.query.choices[place] >= column.values.length)
      select.append(make("option", { value: column.values.length }, "?"));
    select.append(make("option", { value: -1 }, "–"));
    select.value = state.query.choices[place];
    select.addEventListener("change", () => { state.query.choices[place] = Number(select.value); show(); });
    parts.push(control(column.name, select));
  });
  state.numbers.forEach((column, place) => {
    if (state.query.numbers[place] === null) return;
    const set = (value) => { state.query.numbers[place] = value; };
    const field = numberField(column.name, state.query.numbers[place], set, "any", null);
    field.dataset.number = place;
    parts.push(control(column.name, field));
  });
  return parts;
}

function wordControls() {
  const box = make("div", { class: "chips" });
  const draw = () => {
    const chips = state.words.names.map((name, word) => {
      const n = state.query.words[word];
      if (n === 0) return null;
      const change = (by) => () => { state.query.words[word] = Math.min(n + by, MAX_COUNT); draw(); show(); };
      const less = make("button", { type: "button", "aria-label": fill(text.less, { word: name }) }, "−");
      const more = make("button", { type: "button", "aria-label": fill(text.more, { word: name }) }, "+");
      less.addEventListener("click", change(-1));
      more.addEventListener("click", change(1));
      return make("span", { class: "chip" }, make("bdi", {}, name), " × " + n, less, more);
    });
    box.replaceChildren(...chips.filter((chip) => chip !== null));
  };
  const field = make("input", { id: "word", list: "vocabulary", "aria-label": text.word, placeholder: text.word });
  const list = make("datalist", { id: "vocabulary" }, ...state.words.names.slice(0, 500).map((name) => make("option", { value: name })));
  const note = make("p", { class: "note", role: "status" });
  const add = make("button", { type: "button", id: "add" }, text.add);
  const take = () => {
    const typed = field.value.trim().toLowerCase();
    if (typed === "") return;
    let place = state.words.names.indexOf(typed);
    note.textContent = place < 0 ? fill(text.unknown, { word: typed }) : "";
    if (place < 0) place = state.words.unknown;
    if (place >= 0) { state.query.words[place] += 1; draw(); show(); }
    field.value = "";
  };
  add.addEventListener("click", take);
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") take(); });
  draw();
  return make("div", {}, box, make("p", {}, field, list, " ", add), note);
}

// Tables of what was learnt: one row per word, value or column, one field per label.
function countsTable(title, rows) {
  const head = make("tr", {}, make("th", {}, title), ...state.labels.map((label, place) =>
    make("th", { class: COLOURS[place % COLOURS.length] }, make("bdi", {}, label))));
  return make("table", {}, head, ...rows);
}

function countsRow(name, counts, key, step, least, most) {
  const cells = state.labels.map((label, place) => {
    const field = numberField(name + ", " + label, counts[place], (value) => { counts[place] = value; }, step, least,
      most && (() => most[place]));
    field.dataset.count = key + "." + place;
    const bar = make("i", { class: "fill " + COLOURS[place % COLOURS.length] });
    bars.push(() => bar.style.setProperty("width", 100 * Math.min(counts[place] / (Math.max(...counts) || 1), 1) + "%"));
    return make("td", {}, field, least === null ? "" : bar);
  });
  return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, name)), ...cells);
}

function learntTables() {
  const parts = [];
  if (state.hasPrior && state.prior.kind !== "uniform" || state.kind === "presences")
    parts.push(countsTable("", [countsRow(text.documents, state.documents, "documents", 1)]));
  if (state.words !== null) {
    const weight = (word) => 1e9 * state.query.words[word] + Math.max(...state.words.counts[word]);
    const order = state.words.names.map((_, word) => word).sort((a, b) => weight(b) - weight(a) || a - b);
    const rows = order.slice(0, SHOWN_WORDS).map((word) =>
      countsRow(state.words.names[word], state.words.counts[word], "words." + word, 1, 0,
        state.kind === "presences" ? state.documents : undefined));
    parts.push(countsTable(state.kind === "presences" ? text.documentsWith : text.counts, rows));
    if (order.length > SHOWN_WORDS) parts.push(make("p", { class: "note" }, fill(text.hidden, { n: order.length - SHOWN_WORDS })));
  }
  state.choices.forEach((column, place) => parts.push(countsTable(column.name, column.values.map((value, number) =>
    countsRow(value, column.counts[number], "choices." + place + "." + number, 1)))));
  state.numbers.forEach((column, place) => parts.push(countsTable(column.name, [
    countsRow(text.mean, column.means, "means." + place, "any", null),
    countsRow(text.variance, column.variances, "variances." + place, "any", 1e-9)])));
  return parts;
}

// The beam: what each factor pushes, as log-odds of the leading label against the next.
function beam(found) {
  const order = state.labels.map((_, label) => label).sort((a, b) => found.scores[b] - found.scores[a] || a - b);
  const [best, next] = order;
  if (next === undefined) return make("p", {});
  const rows = [];
  found.factors[best].forEach((own, place) => {
    const other = found.factors[next][place];
    const pushed = own.term === other.term ? 0 : own.term - other.term;
    const name = own.kind === "prior" ? text.prior : own.times > 1 ? own.name + " × " + own.times : own.name;
    if (own.kind !== "absent") return rows.push({ name: name, pushed: pushed });
    const absent = rows.find((row) => row.isAbsent) || (rows.push({ name: text.absent, pushed: 0, isAbsent: true }), rows[rows.length - 1]);
    absent.pushed += pushed;
  });
  const bounded = (value) => Math.max(Math.min(value, 50), -50);
  let least = 0, most = 0, at = 0;
  for (const row of rows) { row.from = at; at = bounded(at + bounded(row.pushed)); row.to = at; least = Math.min(least, at); most = Math.max(most, at); }
  rows.push({ name: text.sum, pushed: found.scores[best] - found.scores[next], from: 0, to: at, isSum: true });
  const width = 640, left = 190, right = 76, line = 26, span = most - least || 1;
  const x = (value) => left + ((value - least) / span) * (width - left - right);
  const described = fill(text.beam, { label: state.labels[best], other: state.labels[next] });
  const picture = shape("svg", { viewBox: `0 0 ${width} ${rows.length * line + 8}`, role: "img", "aria-label":
    described + ": " + rows.map((row) => row.name + " " + row.pushed.toFixed(2)).join(", ") });
  picture.append(shape("line", { x1: x(0), x2: x(0), y1: 0, y2: rows.length * line + 4, class: "axis" }));
  rows.forEach((row, place) => {
    const y = place * line + 6, side = row.to >= row.from ? best : next;
    const name = row.name.length > 24 ? row.name.slice(0, 23) + "…" : row.name;
    picture.append(shape("text", { x: left - 10, y: y + 12, class: row.isSum ? "name sum" : "name" }, name));
    picture.append(shape("rect", { x: Math.min(x(row.from), x(row.to)), y: y, height: 16, rx: 2,
      width: Math.max(Math.abs(x(row.to) - x(row.from)), 1), class: "push " + COLOURS[side % COLOURS.length] }));
    const value = Number.isFinite(row.pushed) ? row.pushed.toLocaleString(data.language, { maximumFractionDigits: 2, signDisplay: "exceptZero" }).replace("-", "−") : row.pushed > 0 ? "+∞" : "−∞";
    picture.append(shape("text", { x: Math.max(x(row.from), x(row.to)) + 6, y: y + 12, class: row.isSum ? "sum" : "" }, value));
  });
  return make("figure", {}, picture, make("figcaption", {}, described));
}

function curves() {
  return state.numbers.map((column, place) => {
    const value = state.query.numbers[place];
    if (value === null) return "";
    const spread = column.means.map((mean, label) => [mean, Math.sqrt(column.variances[label])]);
    const low = Math.min(value, ...spread.map(([mean, sd]) => mean - 3.5 * sd));
    const high = Math.max(value, ...spread.map(([mean, sd]) => mean + 3.5 * sd));
    const top = Math.max(...spread.map(([, sd]) => 1 / (sd * Math.sqrt(2 * Math.PI))));
    const width = 640, height = 150, x = (at) => 10 + ((at - low) / (high - low || 1)) * (width - 20), y = (at) => height - 24 - (at / top) * (height - 40);
    const heights = column.means.map((mean, label) => density(value, mean, column.variances[label]));
    const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label":
      column.name + " = " + value + ": " + state.labels.map((label, n) => label + " " + short(heights[n])).join(", ") });
    column.means.forEach((mean, label) => {
      const points = Array.from({ length: 161 }, (_, step) => low + (step / 160) * (high - low))
        .map((at) => x(at).toFixed(1) + "," + y(density(at, mean, column.variances[label])).toFixed(1));
      picture.append(shape("polyline", { points: points.join(" "), class: "curve " + COLOURS[label % COLOURS.length] }));
      picture.append(shape("circle", { cx: x(value), cy: y(heights[label]), r: 4, class: "push " + COLOURS[label % COLOURS.length] }));
    });
    picture.append(shape("line", { x1: x(value), x2: x(value), y1: 8, y2: height - 24, class: "axis" }));
    picture.append(shape("line", { x1: 10, x2: width - 10, y1: height - 24, y2: height - 24, class: "ground" }));
    picture.append(shape("text", { x: 10, y: height - 8 }, short(low)), shape("text", { x: width - 10, y: height - 8, class: "name" }, short(high)));
    return make("figure", {}, picture, make("figcaption", {}, column.name + " = " + value));
  });
}

function shareBar(found) {
  const bar = document.getElementById("share");
  if (bar.childElementCount !== state.labels.length)
    bar.replaceChildren(...state.labels.map((_, place) => make("i", { class: COLOURS[place % COLOURS.length] })));
  [...bar.children].forEach((part, place) => {
    part.style.setProperty("width", (found.shares === null ? 0 : 100 * found.shares[place]) + "%");
    part.title = state.labels[place];
  });
}

// One formula per label: each factor as a fraction with what was counted, then the product.
function formulas(found) {
  return state.labels.map((label, place) => {
    const row = math("mrow", math("mi", label), math("mo", state.kind === "others" ? ":" : "∝"));
    found.factors[place].forEach((each, number) => {
      if (each.kind === "absent" && found.factors[place].length > 30) return;
      if (number > 0) row.append(math("mo", "·"));
      const value = each.kind === "number" ? math("mrow", ...decimal(each.above))
        : math("mfrac", math("mn", short(each.isInverse ? each.below : each.above)), math("mn", short(each.isInverse ? each.above : each.below)));
      row.append(each.times > 1 ? math("msup", math("mrow", math("mo", "("), value, math("mo", ")")), math("mn", String(each.times))) : value);
    });
    row.append(math("mo", "="), ...decimal(Math.exp(found.scores[place])));
    const formula = math("math", row);
    formula.setAttribute("display", "block");
    return make("div", { class: "formula" }, formula);
  });
}

function shareFormula(found) {
  if (found.shares === null) return [];
  const best = found.shares.indexOf(Math.max(...found.shares));
  const scale = Math.max(...found.scores), products = found.scores.map((score) => Math.exp(scale > -700 ? score : score - scale));
  const below = math("mrow");
  products.forEach((product, place) => below.append(...(place > 0 ? [math("mo", "+")] : []), ...decimal(product)));
  const formula = math("math", math("mrow", math("mi", "P"), math("mo", "("), math("mi", state.labels[best]), math("mo", "|"), math("mtext", text.document), math("mo", ")"), math("mo", "="),
    math("mfrac", math("mrow", ...decimal(products[best])), below), math("mo", "="), ...decimal(found.shares[best])));
  formula.setAttribute("display", "block");
  return [make("div", { class: "formula" }, formula)];
}

function factorTable(found) {
  const names = found.factors[0].map((each, place) => ({ each: each, place: place })).filter(({ each }) => each.kind !== "absent" || found.factors[0].length <= 30);
  const rows = names.map(({ each, place }) => make("tr", {},
    make("th", { scope: "row" }, each.kind === "prior" ? text.prior : each.kind === "absent" ? fill(text.without, { word: each.name }) : each.name),
    ...state.labels.map((_, label) => {
      const own = found.factors[label][place], formula = math("math");
      if (own.kind === "number") formula.append(...decimal(own.above));
      else formula.append(math("mfrac", math("mn", short(own.above)), math("mn", short(own.below))), math("mo", "="), ...decimal(own.below > 0 ? own.above / own.below : 0));
      return make("td", {}, formula);
    })));
  return countsTable(text.factor, rows);
}

const bars = [];

function show() {
  const found = judge(state), verdict = document.getElementById("verdict");
  const best = found.shares === null ? -1 : found.shares.indexOf(Math.max(...found.shares));
  const isTied = best >= 0 && found.shares.filter((share) => share === found.shares[best]).length > 1;
  verdict.textContent = best < 0 || isTied ? text.undecided : state.labels[best] + ": " + percent(found.shares[best]);
  verdict.dataset.shares = JSON.stringify(found.shares);
  verdict.dataset.scores = JSON.stringify(found.scores.map((score) => Number.isFinite(score) ? score : String(score)));
  shareBar(found);
  document.getElementById("picture").replaceChildren(...curves(), beam(found));
  document.getElementById("working").replaceChildren(factorTable(found), ...formulas(found), ...shareFormula(found));
  bars.forEach((draw) => draw());
}

function build() {
  bars.length = 0;
  document.getElementById("controls").replaceChildren(...smoothingControl(), ...queryControls());
  document.getElementById("learnt").replaceChildren(...learntTables());
  show();
}

document.getElementById("reset").addEventListener("click", () => { Object.assign(state, JSON.parse(original)); build(); });
build();
