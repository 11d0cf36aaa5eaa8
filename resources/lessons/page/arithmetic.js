"use strict";
// Naive Bayes from counts, in the engine's formulas. No page and no browser in it: `judge` takes plain data and returns
// plain data, so that any JavaScript engine can run it.

function sumOf(values) {
  return values.reduce(function (sum, value) { return sum + value; }, 0);
}

// A factor is (above / below), taken `times` times. A complement factor is divided by, not multiplied.
function factor(kind, name, above, below, times, isInverse) {
  const log = above > 0 && below > 0 ? Math.log(above) - Math.log(below) : -Infinity;
  return { kind: kind, name: name, above: above, below: below, times: times, isInverse: isInverse === true,
           term: times * (isInverse === true ? -log : log) };
}

function priorFactor(state, label) {
  const n = state.labels.length, lambda = state.prior.kind === "smoothed" ? state.prior.strength : 0;
  if (state.prior.kind === "uniform") return factor("prior", "", 1, n, 1);
  return factor("prior", "", state.documents[label] + lambda, sumOf(state.documents) + lambda * n, 1);
}

// In an open vocabulary, a word that no label has is unknown: it is in no formula, and does not count as an outcome.
function isKnown(words, word) {
  return words.isClosed || word === words.unknown || words.counts[word].some(function (count) { return count > 0; });
}

function wordFactors(state, label) {
  const words = state.words, found = [], times = state.query.words, alpha = state.alpha;
  const known = words.names.map(function (_, word) { return word; }).filter(function (word) { return isKnown(words, word); });
  const column = function (which) { return sumOf(known.map(function (word) { return words.counts[word][which]; })); };
  const own = column(label);
  const all = sumOf(state.labels.map(function (_, which) { return column(which); }));
  for (const word of known) {
    const count = words.counts[word][label], n = times[word], name = words.names[word];
    if (state.kind === "presences") {
      const below = state.documents[label] + 2 * alpha;
      if (n > 0) found.push(factor("word", name, count + alpha, below, 1));
      else found.push(factor("absent", name, Math.max(state.documents[label] - count, 0) + alpha, below, 1));
    } else if (n > 0 && state.kind === "others") {
      const others = sumOf(words.counts[word]) - count;
      found.push(factor("word", name, others + alpha, all - own + alpha * known.length, n, true));
    } else if (n > 0) {
      found.push(factor("word", name, count + alpha, own + alpha * known.length, n));
    }
  }
  return found;
}

function choiceFactors(state, label) {
  const found = [];
  state.choices.forEach(function (column, place) {
    const value = state.query.choices[place];
    if (value < 0) return;
    const seen = column.counts.filter(function (row) { return sumOf(row) > 0; }).length;
    const row = value < column.counts.length ? column.counts[value] : state.labels.map(function () { return 0; });
    const outcomes = seen + (sumOf(row) > 0 ? 0 : 1);
    const total = sumOf(column.counts.map(function (each) { return each[label]; }));
    const shown = value < column.values.length ? column.values[value] : "?";
    found.push(factor("choice", column.name + " = " + shown, row[label] + state.alpha, total + state.alpha * outcomes, 1));
  });
  return found;
}

function density(value, mean, variance) {
  return Math.exp(-((value - mean) * (value - mean)) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
}

function numberFactors(state, label) {
  const found = [];
  state.numbers.forEach(function (column, place) {
    const value = state.query.numbers[place];
    if (value === null) return;
    const mean = column.means[label], variance = column.variances[label], away = value - mean;
    const log = -0.5 * Math.log(2 * Math.PI * variance) - (away * away) / (2 * variance);
    found.push({ kind: "number", name: column.name + " = " + value, above: Math.exp(log), below: 1, times: 1, term: log });
  });
  return found;
}

function judge(state) {
  const factors = state.labels.map(function (_, label) {
    const prior = state.hasPrior ? [priorFactor(state, label)] : [];
    return prior.concat(state.words === null ? [] : wordFactors(state, label), choiceFactors(state, label),
                        numberFactors(state, label));
  });
  const scores = factors.map(function (own) { return sumOf(own.map(function (each) { return each.term; })); });
  const peak = Math.max.apply(null, scores);
  if (peak === -Infinity || peak === Infinity) {
    const certain = scores.map(function (score) { return score === Infinity ? 1 : 0; });
    return { factors: factors, scores: scores, shares: sumOf(certain) === 1 ? certain : null };
  }
  const shares = scores.map(function (score) { return Math.exp(score - peak); });
  const total = sumOf(shares);
  return { factors: factors, scores: scores, shares: shares.map(function (share) { return share / total; }) };
}
