"""What counts as a word for a filter that is told the truth after each verdict."""

from __future__ import annotations

from app.domain.documents import Document
from app.services.filter.filter_counting import OPENING_CHARACTERS, PLACED, TEXT, MessageCounter

LABELS = ("ham", "spam")
FILLING = " ".join(f"word{number}" for number in range(OPENING_CHARACTERS))


def mail(text, **fields):
    return Document(text=text, path="x", kind="mail", fields={"received": "mx.example.org", **fields})


def counted(*documents, kind="mail"):
    words, witnesses = MessageCounter(kind, documents, labels=LABELS).count(documents)
    return [set(numbers.tolist()) for numbers in words], witnesses


def test_words_keep_their_numbers_and_new_ones_get_the_next():
    counter = MessageCounter("mail", [mail("see you")], labels=LABELS, first_number=100)

    (first,), witnesses = counter.count([mail("see you")])
    (again, more), new_witnesses = counter.count([mail("see you"), mail("see you soon")])

    assert sorted(first) == list(range(100, 100 + len(witnesses)))
    assert sorted(again) == sorted(first)
    assert set(first) < set(more)
    assert sorted(set(more) - set(first)) == list(range(counter.n_numbers - len(new_witnesses), counter.n_numbers))


def test_the_first_words_of_a_text_are_words_of_their_own():
    (first, last), witnesses = counted(mail(f"dear {FILLING}"), mail(f"{FILLING} dear"))

    assert {int(witnesses[number]) for number in first - last} == {PLACED}
    assert {int(witnesses[number]) for number in first & last} >= {TEXT, PLACED}


def test_signs_of_the_first_words_count():
    (plain, loud), witnesses = counted(mail("dear friend"), mail("dear friend!!!"))

    assert [int(witnesses[number]) for number in loud - plain] == [PLACED]


def test_neighbours_in_subject_and_sender_are_words_and_do_not_mix():
    (there, back, other), _ = counted(
        mail("", subject="free money now"), mail("", subject="money free now"), mail("", **{"from": "free money now"})
    )

    assert there != back
    assert len(there) == len(back) == len(other)
    assert len(there & other) == len(there & counted(mail(""))[0][0])


def test_short_messages_have_no_places():
    _, witnesses = counted(Document("buy now", "x"), kind="text")

    assert PLACED not in witnesses


def test_pairs_of_words_count_where_mails_came_without_their_headers():
    stripped = Document("see you soon", "x", "mail", fields={"subject": "soon"})

    assert MessageCounter("mail", [stripped], labels=LABELS).rules.ngrams == (1, 2)
    assert MessageCounter("mail", [stripped, mail("see you soon")], labels=LABELS).rules.ngrams == (1, 1)
    letter = Document("a contract of many pages " * 30, "x")
    assert MessageCounter("text", [letter], labels=("news", "sport")).rules.ngrams == (1, 1)
    assert MessageCounter("text", [letter], labels=LABELS).rules.ngrams == (1, 2)


def test_the_subject_is_text_as_well_where_mails_came_without_their_headers():
    def stripped(text, subject):
        return Document(text, "x", kind="mail", fields={"subject": subject})

    (said, meant), witnesses = counted(stripped("minutes", ""), stripped("", "minutes"))

    assert [int(witnesses[number]) for number in said & meant].count(TEXT) > 0
