"""The filter as an engine: lessons that can be taken back, marks that hold, wrong labels that do little."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nbengine.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.filter.corpus_replay import RowsToReplay, choose_replay_order, find_sources, score_without_sources
from nbengine.filter.filter import DEFAULT_SOURCE_SHARE, Filter, estimate_loss, filter_from_parts, filter_to_parts
from nbengine.filter.settings import (
    MAX_WORDS_ONE_BY_ONE,
    N_NOVELTY_TOKENS,
    OPENING,
    ROUTE,
    SIGNS,
    SUBJECT,
    TEXT,
    FilterSettings,
    evidence_groups_of_vocabulary,
    novelty_token_names,
    settings_for,
)
from nbengine.filter.thresholds import MAX_UNSURE_PROBABILITY, Thresholds
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import Field, TokenRules
from nbengine.text.vocabulary import Vocabulary

HAM, SPAM = 0, 1
N_WORDS = 60


def a_filter(**settings):
    made = Filter(("ham", "spam"), FilterSettings(**settings))
    made.append_words(np.array([TEXT, SUBJECT, ROUTE] * (N_WORDS // 3), np.int8))
    return made


def words(*numbers):
    return np.array(sorted({N_NOVELTY_TOKENS + number % N_WORDS for number in numbers}), np.int32)


def taught(learner, lessons):
    for key, (numbers, label) in enumerate(lessons):
        seen = learner.prepare(words(*numbers))
        learner.learn(seen, label, learner.score_document(seen), key=key)
    return learner


def test_a_good_mail_that_was_surely_spam_moves_the_marks_at_the_next_one():
    learner = taught(a_filter(), campaigns(200))
    learner.fit_thresholds()
    like_spam, like_ham = (learner.prepare(words(*numbers)) for numbers, _ in campaigns(2))
    if learner.judge(like_spam).label == HAM:
        like_spam, like_ham = like_ham, like_spam
    assert not learner.judge(like_spam).is_unsure

    learner.learn(like_ham, HAM, learner.score_document(like_ham))
    assert not learner.needs_new_thresholds()
    learner.learn(like_spam, HAM, learner.score_document(like_spam))
    assert learner.needs_new_thresholds()
    learner.fit_thresholds()
    assert not learner.needs_new_thresholds()


def campaigns(number):
    """Mail of two labels with words of their own, and some in common."""
    dice = np.random.default_rng(4)
    for place in range(number):
        label = place % 2
        own = dice.choice(25, 8) + 25 * label
        yield [*own.tolist(), *(50 + dice.choice(10, 2)).tolist()], label


document = st.tuples(st.lists(st.integers(0, N_WORDS - 1), min_size=1, max_size=12), st.integers(0, 1))


@given(st.lists(document, min_size=2, max_size=12), st.booleans(), st.data())
def test_forgetting_leaves_the_sums_of_all_other_lessons_to_the_last_bit(lessons, by_group, data):
    learner = taught(a_filter(steps_by_group=by_group), lessons)
    gone = data.draw(st.sets(st.integers(0, len(lessons) - 1)))
    rest = {key: learner.lessons.lesson_of(key) for key in range(len(lessons)) if key not in gone}
    tokens = {key: learner.tokens_as_learnt(words(*lessons[key][0]), key) for key in rest}

    for key in gone:
        learner.forget(words(*lessons[key][0]), key)

    anew = a_filter(steps_by_group=by_group)
    for key in reversed(list(rest)):
        anew.tally.learn(tokens[key], rest[key], anew.feature_values_of_words(anew.groups.take(tokens[key])))
    assert (learner.tally.counts == anew.tally.counts).all()
    assert (learner.tally.steps == anew.tally.steps).all()
    assert (learner.tally.lesson_counts == anew.tally.lesson_counts).all()
    assert learner.tally.bias == anew.tally.bias
    assert learner.tally.n_counted == anew.tally.n_counted
    assert learner.digest(vocabulary()) == anew.digest(vocabulary())


@given(st.lists(document, min_size=1, max_size=12), st.lists(document, min_size=1, max_size=3), st.booleans())
def test_lessons_that_are_taken_back_newest_first_leave_every_verdict_as_it_was(lessons, newest, by_group):
    learner = taught(a_filter(steps_by_group=by_group), lessons)
    learner.fit_thresholds()
    asked = [words(*numbers) for numbers, _ in (*lessons, *newest)]
    before = [learner.judge(learner.prepare(tokens)) for tokens in asked]

    for key, (numbers, label) in enumerate(newest, start=len(lessons)):
        seen = learner.prepare(words(*numbers))
        learner.learn(seen, label, learner.score_document(seen), key=key)
    for key, (numbers, _) in reversed(list(enumerate(newest, start=len(lessons)))):
        learner.forget(words(*numbers), key)

    after = [learner.judge(learner.prepare(tokens)) for tokens in asked]
    assert [verdict.probability for verdict in after] == pytest.approx([verdict.probability for verdict in before])
    assert [verdict.score for verdict in after] == pytest.approx([verdict.score for verdict in before], abs=1e-9)
    assert [verdict.is_unsure for verdict in after] == [verdict.is_unsure for verdict in before]


def vocabulary():
    return Vocabulary([*novelty_token_names(), *(f"w{number}" for number in range(N_WORDS))])


def test_what_was_never_learnt_cannot_be_forgotten():
    learner = taught(a_filter(), campaigns(10))

    with pytest.raises(EngineError, match="never learnt"):
        learner.forget(words(1, 2), 99)


@pytest.mark.parametrize("by_group", [False, True])
@pytest.mark.parametrize("label", [HAM, SPAM])
def test_the_terms_of_a_score_add_up_to_it(label, by_group):
    learner = taught(a_filter(steps_by_group=by_group), campaigns(200))
    seen = learner.prepare(words(1, 2, 3, 26, 27, 51))

    found = learner.scorer.explain_terms(seen.tokens, seen.groups, learner.scales, label, 1 - label)

    score = learner.score_document(seen).score
    total = math.fsum([found.prior, *found.terms.tolist(), *found.learnt_terms.tolist()])
    assert total == pytest.approx(score if label == SPAM else -score, rel=1e-12)


def test_known_campaigns_are_judged_rightly():
    learner = taught(a_filter(), campaigns(400))
    learner.fit_thresholds()

    verdicts = [learner.judge(learner.prepare(words(*numbers))) for numbers, _ in campaigns(400)]

    assert [verdict.label for verdict in verdicts] == [label for _, label in campaigns(400)]


@pytest.mark.parametrize("clean_trust", [0.05, 0.3])
def test_one_wrong_label_does_not_turn_a_campaign(clean_trust):
    lessons = [*campaigns(400), (list(range(25, 33)), SPAM), (list(range(25, 33)), HAM)]
    learner = taught(a_filter(clean_trust=clean_trust), lessons)
    seen = learner.prepare(words(*range(25, 33)))

    assert learner.score_document(seen).score > 0
    assert learner.lessons.rows["trust"][-1] < 0.5


def test_a_lesson_that_contradicts_is_believed_more_where_no_label_is_wrong():
    learner = taught(a_filter(clean_trust=0.3), campaigns(400))
    opinion = replace(learner.score_document(learner.prepare(words(*range(25, 33)))), score=2.0)

    assert learner.trust_in_lesson(HAM, opinion) == 0.3
    learner.thresholds = Thresholds(wrong_share=0.005)
    assert learner.trust_in_lesson(HAM, opinion) == pytest.approx(0.175)
    learner.thresholds = Thresholds(wrong_share=0.02)
    assert learner.trust_in_lesson(HAM, opinion) == 0.05
    assert settings_for("spam", is_short=False).clean_trust == 0.3
    assert settings_for("spam", is_short=True).clean_trust == FilterSettings().clean_trust == 0.05


def test_a_lesson_that_contradicts_is_learnt_when_it_is_repeated():
    lessons = [*campaigns(400), *[(list(range(25, 33)), HAM)] * 12]
    learner = taught(a_filter(), lessons)

    assert learner.score_document(learner.prepare(words(*range(25, 33)))).score < 0


def test_a_document_of_new_words_is_unlike_anything_learnt_and_unsure():
    learner = taught(a_filter(), campaigns(400))
    learner.fit_thresholds()
    learner.append_words(np.zeros(30, np.int8))
    stranger = np.arange(N_NOVELTY_TOKENS + N_WORDS, N_NOVELTY_TOKENS + N_WORDS + 30, dtype=np.int32)

    verdict = learner.judge(learner.prepare(np.concatenate([words(26), stranger])))

    assert verdict.is_unlike
    assert verdict.is_unsure


def test_the_same_score_is_surely_spam_where_all_words_are_known_and_unsure_where_many_are_new():
    learner = taught(a_filter(), campaigns(80))
    learner.thresholds = Thresholds(high=1.0, familiar_high=0.5, usual_share=0.2)
    opinion = replace(learner.score_document(learner.prepare(words(*range(30, 40)))), score=0.75, n_informative=10)

    assert not learner.make_verdict(opinion, 0.0).is_unsure
    assert learner.make_verdict(opinion, 0.2).is_unsure


def test_a_text_in_another_language_is_unlike_anything_learnt_though_its_headers_and_signs_are_known():
    learner, foreign = (
        taught_english_letters(),
        np.arange(N_NOVELTY_TOKENS + 400, N_NOVELTY_TOKENS + 440, dtype=np.int32),
    )
    learner.fit_thresholds()

    verdict = learner.judge(learner.prepare(np.concatenate([numbered(*range(12), 20, 100, 101), foreign])))
    known = learner.judge(learner.prepare(numbered(*range(12), *range(20, 320, 6))))

    assert (verdict.label, verdict.is_unlike, verdict.is_unsure) == (HAM, True, True)
    assert (known.label, known.is_unlike, known.is_unsure) == (HAM, False, False)


def taught_english_letters():
    """Good mail and spam with heads of twelve words, and texts of which a few words are always new."""
    learner, dice = Filter(("ham", "spam"), FilterSettings()), np.random.default_rng(5)
    learner.append_words(np.repeat([ROUTE, SIGNS, TEXT], [12, 8, 9_980]).astype(np.int8))
    newest = 500
    for number in range(600):
        label, n_new = number % 2, 300 if number % 150 == 149 else int(dice.integers(0, 4))
        text = dice.choice(np.arange(20, 320), 40, replace=False)
        text = text[(text % 3 != label) | (text < 120)]
        head = np.arange(12) if label == HAM else np.arange(8, 20)
        seen = learner.prepare(numbered(*head, *text, *range(newest, newest + n_new)))
        learner.learn(seen, label, learner.score_document(seen))
        newest += n_new
    return learner


def numbered(*numbers):
    return np.unique(np.array(numbers, np.int32)) + np.int32(N_NOVELTY_TOKENS)


def test_nothing_is_sure_that_is_shown_as_less_probable_than_nine_in_ten():
    learner = taught(a_filter(), campaigns(80))
    learner.thresholds = Thresholds(low=-0.2, slope=8.0, offset=0.0)
    opinion = replace(
        learner.score_document(learner.prepare(words(*range(10)))),
        n_informative=10,
        mean_of_strongest=0.0,
        header_evidence=0.0,
    )

    at_89, at_91 = (learner.make_verdict(replace(opinion, score=score), 0.0) for score in (-0.262, -0.29))

    assert at_89.probability == pytest.approx(0.11, abs=0.002)
    assert at_89.is_unsure
    assert not at_91.is_unsure


def test_nothing_unsure_is_shown_as_certain():
    learner = taught(a_filter(), campaigns(80))
    learner.thresholds = Thresholds(high=1.2, familiar_high=1.2, slope=8.0, offset=0.0)
    opinion = replace(learner.score_document(learner.prepare(words(*range(30, 40)))), n_informative=10)

    below, above = (learner.make_verdict(replace(opinion, score=score), 0.0) for score in (1.15, 1.25))

    assert (below.is_unsure, below.probability) == (True, MAX_UNSURE_PROBABILITY)
    assert not above.is_unsure
    assert above.probability > 0.99


def test_spam_that_is_certain_with_all_caution_for_new_words_is_sure():
    learner = taught(a_filter(), campaigns(80))
    learner.thresholds = Thresholds(high=0.5, slope=8.0, offset=0.0, usual_share=0.2, odd_share=0.3)
    opinion = replace(learner.score_document(learner.prepare(words(*range(30, 40)))), n_informative=10)

    certain, doubtful = (learner.make_verdict(replace(opinion, score=score), 0.35) for score in (1.5, 0.9))

    assert (certain.is_unlike, certain.is_unsure) == (False, False)
    assert (doubtful.is_unlike, doubtful.is_unsure) == (True, True)


def test_good_words_make_no_spam_surely_good():
    learner = taught(a_filter(), campaigns(600))
    learner.fit_thresholds()

    verdict = learner.judge(learner.prepare(words(*range(25, 45), *range(25))))

    assert verdict.label == SPAM or verdict.is_unsure


def test_labels_that_get_the_same_name_become_one():
    learner = Filter(("bulk", "ham", "spam"), FilterSettings())
    learner.append_words(np.zeros(N_WORDS, np.int8))
    taught(learner, [([1, 2, 3], 0), ([1, 2, 4], 1), ([7, 8], 2)])

    learner.rename_labels({"bulk": "ham"})

    assert learner.labels == ("ham", "spam")
    assert learner.tally.learnt == [2, 1]
    assert learner.lessons.rows["label"].tolist() == [0, 0, 1]


def test_a_long_text_leaves_the_learnt_weights_of_its_headers_their_part():
    headers, text = words(2), words(*range(0, N_WORDS, 3))
    steps = []
    for by_group in (False, True):
        learner = a_filter(steps_by_group=by_group)
        seen = learner.prepare(np.concatenate([headers, text]))
        learner.learn(seen, SPAM, learner.score_document(seen))
        steps.append([float(np.square(learner.tally.steps[part]).sum()) for part in (headers, text)])

    (alike, _), (own, others) = steps
    assert own == pytest.approx(others, rel=1e-6)
    assert own > 5 * alike


def test_how_a_mail_is_built_says_less_than_its_words():
    learner = Filter(("ham", "spam"), FilterSettings())
    learner.append_words(np.repeat([TEXT, SIGNS], 25).astype(np.int8))
    for _ in range(100):
        for numbers, label in ((range(10), HAM), (range(10, 20), SPAM), (range(25, 35), HAM), (range(35, 45), SPAM)):
            seen = learner.prepare(words(*numbers))
            learner.learn(seen, label, learner.score_document(seen))

    says = {
        name: learner.score_document(learner.prepare(words(*numbers))).score
        for name, numbers in (("words", range(10, 20)), ("signs", range(35, 45)))
    }

    assert says["words"] > says["signs"] + 0.1 > 0.1


def test_labels_are_mixed_evenly_in_the_order_of_their_dates():
    labels, dates = np.array([0, 0, 0, 1, 1, 1]), np.array([3, 1, 2, 30, 10, 20])

    order = choose_replay_order(labels, dates)

    assert [place for place in order if labels[place] == 0] == [1, 2, 0]
    assert [place for place in order if labels[place] == 1] == [4, 5, 3]
    assert sorted(labels[order[:2]]) == sorted(labels[order[2:4]]) == [0, 1]


def test_documents_without_dates_come_in_the_same_order_each_time():
    labels = np.array([0, 1] * 20)

    assert (choose_replay_order(labels, None) == choose_replay_order(labels, np.full(40, -1))).all()
    assert choose_replay_order(labels, None).tolist() != list(range(40))


def test_a_list_is_the_source_of_a_mail_before_its_sender():
    fields = [
        {"list": "news.example.org", "sender": "ann@a.example a.example .example"},
        {"list": "news.example.org", "sender": "bob@b.example b.example .example"},
        {"sender": "eve@b.example b.example .example"},
        {"sender": "bob@b.example b.example .example"},
        {},
    ]
    counter = TokenCounter(TokenRules(fields=(Field("sender", is_verbatim=True), Field("list", is_verbatim=True))))
    counts = counter.count([""] * len(fields), fields)

    first, second, third, fourth, fifth = find_sources(counts, counter.vocabulary).tolist()

    assert first == second != third == fourth
    assert fifth < 0


def test_words_belong_to_the_group_of_their_field():
    found = evidence_groups_of_vocabulary(
        Vocabulary(["offer", "subject:offer", "received:mx", "opening:dear", "url:buy"])
    )

    assert found.tolist() == [TEXT, SUBJECT, ROUTE, OPENING, TEXT]


def test_words_belong_to_the_same_groups_one_by_one_as_all_at_once():
    names = ["subject", "from", "sender", "mark", "unseen", "opening", "pair", "new", "url", "subjects", "sub", ""]
    many = [f"{name}{colon}{number}" for name in names for colon in ("", ":", "::") for number in range(20)]
    at_once = evidence_groups_of_vocabulary(Vocabulary(many))

    assert len(many) > MAX_WORDS_ONE_BY_ONE
    assert at_once.tolist() == [evidence_groups_of_vocabulary(Vocabulary([word]))[0] for word in many]
    assert len(set(at_once.tolist())) > 4


def test_mails_of_ten_senders_promise_less_than_as_many_of_a_thousand():
    learner = taught(a_filter(), campaigns(4_000))
    keys = np.arange(4_000)
    learner.fit_thresholds()
    promises = []
    for n_senders in (10, 1_000):
        learner.lessons.store_source_shares(keys, np.full(4_000, n_senders / 2_000))
        learner.fit_thresholds()
        promises.append(estimate_loss(learner))

    few, many = promises
    assert [few.n_good, many.n_good] == [2_000, 2_000]
    assert few.lost_share == pytest.approx(1 / 11)
    assert (few.next_share, few.n_more_good) == (0.01, 89)
    assert many.lost_share == 0.001


def test_what_is_lost_of_a_great_sender_counts_by_its_mails_and_of_many_small_ones_by_their_number():
    learner = taught(a_filter(), campaigns(400))
    rows = learner.lessons.rows
    good = rows["key"][rows["label"] == HAM]
    is_lost = np.arange(200) >= 190
    learner.thresholds = Thresholds(high=10.0)
    rows["score"][rows["label"] == HAM] = np.where(is_lost, 11.0, -1.0)
    rows["left_out"] = np.where(rows["label"] == HAM, -1.0, 1.0)

    learner.lessons.store_source_shares(good, np.where(is_lost, 1 / 10, 1.0))
    of_one = estimate_loss(learner)
    learner.lessons.store_source_shares(good, np.where(is_lost, 1.0, 1 / 190))
    of_ten = estimate_loss(learner)

    assert of_one.lost_share == pytest.approx(11 / 201)
    assert of_ten.lost_share == pytest.approx(11 / 12)


def test_further_documents_of_which_no_sender_is_known_count_a_third_each():
    learner = taught(a_filter(), campaigns(60))
    learner.fit_thresholds()

    promise = estimate_loss(learner)

    assert (promise.n_good, promise.effective_sources) == (30, pytest.approx(10))
    assert promise.n_more_good == 3 * 89


def test_all_that_a_list_sent_counts_as_one_source():
    learner = taught(a_filter(), campaigns(40))
    labels = np.array([label for _, label in campaigns(40)])
    learnt = [words(*numbers) for numbers, _ in campaigns(40)]
    starts = np.concatenate([[0], np.cumsum([len(one) for one in learnt])])
    counts = CountMatrix(starts, np.concatenate(learnt), np.ones(starts[-1], np.int32), N_NOVELTY_TOKENS + N_WORDS)
    rows = RowsToReplay(counts, labels, np.arange(40))

    score_without_sources(learner, rows, np.array([0] * 10 + [1] * 10 + [-1] * 20))

    sizes = learner.lessons.score_history(SPAM, frozenset()).source_shares
    assert sizes[labels == HAM].sum() == pytest.approx(2 + 10 * DEFAULT_SOURCE_SHARE)
    assert not np.isnan(learner.lessons.rows["left_out_head"]).any()


def taught_at_random(n_documents, seed):
    """A filter that learnt made-up documents one by one whose labels mean nothing."""
    dice, learner = np.random.default_rng(seed), a_filter()
    for key in range(n_documents):
        seen = learner.prepare(words(*dice.choice(N_WORDS, 10).tolist()))
        if learner.needs_new_thresholds():
            learner.fit_thresholds()
        learner.learn(seen, int(dice.random() < 0.5), learner.score_document(seen), key=key)
    learner.fit_thresholds()
    return learner, [words(*dice.choice(N_WORDS, 10).tolist()) for _ in range(20)]


ALL_DOUBTFUL = ((14, 10), (20, 29), (30, 52))
"""Streams that take every document of one side for a wrong label."""


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
@example(*ALL_DOUBTFUL[0])
def test_labels_that_mean_nothing_can_be_learnt_judged_by_and_kept(n_documents, seed):
    learner, documents = taught_at_random(n_documents, seed)

    assert all(0 < learner.judge(learner.prepare(document)).probability < 1 for document in documents)
    assert 0 < estimate_loss(learner).lost_share <= 1
    read = filter_from_parts(("ham", "spam"), vocabulary(), *filter_to_parts(learner))
    assert read.thresholds == learner.thresholds
    read.fit_thresholds()
    assert read.thresholds == learner.thresholds


@pytest.mark.parametrize(("n_documents", "seed"), ALL_DOUBTFUL)
def test_nothing_is_surely_spam_where_every_document_of_one_side_is_doubtful(n_documents, seed):
    learner, documents = taught_at_random(n_documents, seed)
    verdicts = [learner.judge(learner.prepare(document)) for document in documents]

    assert not any(verdict.label == SPAM and not verdict.is_unsure for verdict in verdicts)


def test_labels_that_mean_nothing_make_next_to_nothing_surely_spam():
    surely_spam = n_judged = 0
    for seed in range(40):
        learner, documents = taught_at_random(40, seed)
        verdicts = [learner.judge(learner.prepare(document)) for document in documents]
        surely_spam += sum(verdict.label == SPAM and not verdict.is_unsure for verdict in verdicts)
        n_judged += len(verdicts)

    assert surely_spam <= 0.005 * n_judged
