"""Text comes out readable whatever is declared, and nothing is ever refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.readers.charsets import codec_of, decode_text, decode_with_charset, guess_charset, sample_high_bytes
from app.readers.kinds import kind_of

RUSSIAN = "Привет, уважаемые коллеги! Приглашаем вас на семинар по налогам."
CHINESE = "尊敬的客户您好，我公司可以代开发票，税点优惠，欢迎来电咨询。"
TRADITIONAL = "尊敬的客戶您好，歡迎來電咨詢，我們提供優惠的服務"
JAPANESE = "こんにちは、お元気ですか。新しい商品のお知らせです。"
KOREAN = "안녕하세요 고객님 새로운 상품을 안내해 드립니다"
FRENCH = "Voilà l'été, les élèves sont très contents."
POLISH = "Proszę przesłać umowę najpóźniej w piątek, żebyśmy zdążyli ją jeszcze podpisać."
CZECH = "Vážení přátelé, schůze se koná příští úterý v šest hodin večer. Těšíme se na vás."
HUNGARIAN = "Kérjük, küldje vissza a szerződést péntekig, hogy időben aláírhassuk. Köszönjük."
ROMANIAN = "Vă rugăm să trimiteţi contractul până vineri, ca să îl putem semna la timp. Mulţumim."
TURKISH = "Lütfen sözleşmeyi cuma gününe kadar gönderin, çünkü başvuru süresi doluyor. Teşekkürler."
LITHUANIAN = "Prašome atsiųsti sutartį iki penktadienio, kad spėtume ją pasirašyti. Ačiū už pagalbą."
GREEK = "Παρακαλούμε στείλτε τη σύμβαση μέχρι την Παρασκευή, ώστε να υπογραφεί έγκαιρα."
HEBREW = "אנא שלחו את החוזה עד יום שישי כדי שנספיק לחתום עליו בזמן. תודה רבה."
ARABIC = "يرجى إرسال العقد قبل يوم الجمعة حتى نتمكن من توقيعه في الوقت المناسب. شكرا جزيلا."
THAI = "กรุณาส่งสัญญาภายในวันศุกร์ เพื่อให้เราลงนามได้ทันเวลา ขอบคุณมาก"
UKRAINIAN = "Будь ласка, надішліть договір до п'ятниці, щоб ми встигли його підписати. Дякуємо, їжак."
ICELANDIC = "Vinsamlegast sendið samninginn fyrir föstudag svo að við náum að skrifa undir hann í tíma."
ENGLISH = "Dear customer, see <b>below</b>: "


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp866"),
        (RUSSIAN.upper(), "cp1251"),
        (RUSSIAN.upper(), "koi8_r"),
        ("Привет мир", "cp1251"),
        ("Ваш заказ", "koi8_r"),
        (CHINESE, "gb18030"),
        (CHINESE, "gb2312"),
        ("北京", "gbk"),
        (TRADITIONAL, "big5"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (KOREAN, "euc_kr"),
        (FRENCH, "cp1252"),
        ("Grüße aus München", "cp1252"),
    ],
)
@pytest.mark.parametrize("before", ["", ENGLISH])
@pytest.mark.parametrize("declared", [None, "us-ascii", "iso-8859-1", "unknown-8bit"])
def test_raw_8_bit_text_is_readable_without_or_against_its_declared_charset(text, charset, before, declared):
    assert decode_text((before + text).encode(charset), declared) == before + text


KAZAKH = "Қайырлы таң, достар! Бүгін ауа райы өте жақсы, сондықтан біз қалаға барып, әжемізге көмектесеміз."
BELARUSIAN = "Добры дзень, сябры! Мы ўжо даўно не бачыліся, таму ў суботу чакаем вас у гасцях увечары."
ESPERANTO = "Ĉi tiu mesaĝo ankaŭ iĝis longa: ĉu vi jam aĉetis freŝan panon kaj ĵurnalon por la maljuna najbarino?"
WELSH = "Mae'r tŷ wrth y dŵr yn hŷn na'r eglwys, ac mae fy ngŵr yn canu gyda'r côr lle mae'r gân yn swyno pawb."
IRISH = "Tá súil agam go bhfuil sibh go léir i mbarr bhur sláinte, agus go bhfeicfidh mé sibh arís go luath."


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        *((KAZAKH, charset) for charset in ("kz1048", "ptcp154")),
        *((BELARUSIAN, charset) for charset in ("cp1251", "iso8859_5", "mac_cyrillic")),
        *((IRISH, charset) for charset in ("cp1252", "cp850", "mac_roman")),
        *((GREEK, charset) for charset in ("cp869", "mac_greek")),
        (ARABIC, "cp720"),
        (UKRAINIAN, "cp1125"),
        (ESPERANTO, "iso8859_3"),
        (WELSH, "iso8859_14"),
        *((text, charset) for text in (POLISH, CZECH, HUNGARIAN) for charset in ("cp1250", "iso8859_2", "cp852")),
        (ROMANIAN, "cp1250"),
        (TURKISH, "cp1254"),
        (LITHUANIAN, "cp1257"),
        (GREEK, "cp1253"),
        (GREEK, "iso8859_7"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        (ARABIC, "iso8859_6"),
        (THAI, "cp874"),
        (UKRAINIAN, "koi8_u"),
        (RUSSIAN, "cp855"),
        (RUSSIAN, "iso8859_5"),
        (RUSSIAN, "mac_cyrillic"),
        (ICELANDIC, "cp1252"),
        (KOREAN, "johab"),
        (JAPANESE, "cp932"),
    ],
)
def test_undeclared_text_is_read_in_the_charset_it_was_written_in(text: str, charset: str) -> None:
    assert decode_with_charset(text.encode(charset)).text == text


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Grüße aus Köln", "cp1252"),
        ("España y niños, ¿qué tal?", "cp1252"),
        ("déjà vu à la carte", "cp1252"),
        ("“quoted” – text • it’s © 2004, 20°", "cp1252"),
        ("Teşekkürler, görüşürüz", "cp1254"),
        ("Zażółć gęślą jaźń", "cp1250"),
        ("김진현 부장님 안녕하세요", "cp949"),
        ("大學生", "cp950"),
    ],
)
def test_a_few_words_are_enough_where_they_can_mean_but_one_thing(text: str, charset: str) -> None:
    assert decode_text(text.encode(charset)) == text


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Fişa încă nu a fost completată: lipsă dată, adresă, număr, listă şi sumă încasată.", "cp852"),
        ("A posición non é válida, só está aquí o título.", "cp850"),
        ("La opción está vacía: revisó el código aquí", "mac-roman"),
    ],
)
def test_marks_of_another_script_and_signs_within_words_make_no_words(text: str, charset: str) -> None:
    assert decode_text(text.encode(charset)) == text


def test_unbreakable_spaces_alone_are_no_russian() -> None:
    assert decode_text(b"Quizzes[1]\xa0| Crossword[2]\xa0| Guides[3]\xa0| Steve") == (
        "Quizzes[1]\xa0| Crossword[2]\xa0| Guides[3]\xa0| Steve"
    )


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    "text",
    ["Hello, 😀 world 🎉 and so on\n", "Привет, мир. Ответ\n", "第一行\n第二行 hi\n" * 3, "中 𠀀 見 😀 か\n"],
)
def test_wide_text_is_read_without_a_mark_and_with_characters_of_four_bytes(text: str, charset: str) -> None:
    raw = text.encode(charset)

    assert kind_of(raw, "a.txt") == "text"
    assert decode_text(raw) == text


def test_bytes_with_many_zeros_that_are_no_text_are_not_taken_for_it() -> None:
    block = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + b";\0\x03\0\xfe\xff\t\0" * 40
    raw = b"<html><body>Cheap offer</body></html>" + block

    assert decode_with_charset(raw).charset not in {"utf-16-le", "utf-16-be"}
    assert "Cheap offer" in decode_text(raw)
    assert kind_of(bytes(range(256)) * 8, "a.txt") == "unsupported"


@pytest.mark.parametrize(
    ("text", "charset"),
    [(KOREAN, "iso2022_kr"), (CHINESE, "hz"), ("ｱｲｳ日本", "iso2022_jp_ext"), (JAPANESE, "iso2022_jp")],
)
def test_seven_bits_with_escapes_are_read(text: str, charset: str) -> None:
    raw = (ENGLISH + text).encode(charset)

    assert kind_of(raw, "a.txt") == "text"
    assert decode_text(raw) == ENGLISH + text


def test_a_tilde_and_a_brace_are_not_chinese() -> None:
    assert decode_text(b"if (~{x} && ~{y}) { return ~{}; }") == "if (~{x} && ~{y}) { return ~{}; }"


@pytest.mark.parametrize("text", [RUSSIAN, CHINESE, JAPANESE, KOREAN, FRENCH])
@pytest.mark.parametrize("declared", [None, "iso-8859-1", "windows-1251", "gb2312", "utf-8"])
def test_utf_8_is_recognised_whatever_is_declared(text, declared):
    assert decode_text(text.encode(), declared) == text


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("GB2312", "gb18030"),
        ("x-gbk", "gb18030"),
        ("windows-874", "cp874"),
        ("ks_c_5601-1987", "cp949"),
        ('"ISO-8859-1"', "cp1252"),
        ("iso-8859-8-i", "iso8859-8"),
        ("X-MAC-ROMAN", "mac-roman"),
        ("cp-850", "cp850"),
        ("unicode-1-1-utf-7", "utf-7"),
        ("DEFAULT", ""),
        ("%CHARSET%", ""),
        ("x-unknown", ""),
        ("zlib", ""),
        ("idna", ""),
        ("unicode_escape", ""),
        ("", ""),
        ("\0", ""),
    ],
)
def test_odd_names_of_charsets_are_understood_and_dangerous_ones_are_not(declared, codec):
    assert codec_of(declared) == codec


def test_a_single_broken_character_keeps_the_declared_charset():
    raw = RUSSIAN.encode("koi8_r").replace(b" ", b"\x98 ", 1) + b" "
    cut = CHINESE.encode("gb18030")[:-1]

    assert decode_text(raw, "koi8-r").startswith("Привет,")
    assert decode_text(cut, "gb2312").startswith("尊敬的客户您好")


def test_utf_8_cut_in_the_middle_of_a_character_stays_utf_8():
    assert decode_text(RUSSIAN.encode()[:-2] + b"\xd0").startswith("Привет, уважаемые")


def test_byte_order_marks_and_wide_encodings_are_read():
    assert decode_text(b"\xef\xbb\xbfhello \xc3\xa9") == "hello é"
    assert decode_text("Привет".encode("utf-16")) == "Привет"
    assert decode_text("Привет".encode("utf-16-le"), "utf-16le") == "Привет"


@pytest.mark.parametrize("declared", ["utf-16", "utf-16le", "utf-16be", "utf-32"])
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"hello plain world\n" * 2, "hello plain world\n" * 2),
        (b"odd", "odd"),
        (b"one\0zero in plain text", "onezero in plain text"),
        ("пишем по-русски".encode(), "пишем по-русски"),
        ("пишем по-русски, как всегда".encode("koi8-r"), "пишем по-русски, как всегда"),
        ("une crème brûlée à la carte".encode("cp1252"), "une crème brûlée à la carte"),
    ],
)
def test_text_of_one_byte_a_letter_is_not_lost_where_two_are_declared(raw: bytes, text: str, declared: str) -> None:
    assert decode_text(raw, declared) == text


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["日本語テキスト", "大學生、二〇二四年", "hello", "привет", "한국어 텍스트"])
def test_declared_wide_text_is_read_as_such_without_a_mark(text: str, charset: str) -> None:
    assert decode_text(text.encode(charset), charset) == text


def test_high_letters_end_the_belief_in_a_charset_of_seven_bits() -> None:
    assert decode_text("une crème brûlée à la carte".encode("cp1252"), "utf-7") == "une crème brûlée à la carte"


def test_seven_bit_japanese_is_read_even_undeclared():
    raw = JAPANESE.encode("iso2022_jp")

    assert decode_text(raw, "iso-2022-jp") == JAPANESE
    assert decode_text(raw, "us-ascii") == JAPANESE


def test_windows_quotes_declared_as_latin_1_come_out_as_quotes():
    assert decode_text(b"\x93quoted\x94 and it\x92s", "iso-8859-1") == "“quoted” and it’s"


def test_nul_is_dropped():
    assert decode_text(b"a\0b") == "ab"


@given(
    st.binary(max_size=400), st.sampled_from([None, "utf-8", "gb2312", "utf-7", "utf-16", "hz", "koi8-r", "nonsense"])
)
def test_any_bytes_become_text_that_can_be_stored(raw, declared):
    decode_text(raw, declared).encode()


@given(st.binary(min_size=1, max_size=200))
def test_a_detected_charset_can_always_be_decoded(raw):
    assert isinstance(raw.decode(guess_charset(raw), "replace"), str)


WORDS = st.lists(st.sampled_from(["é", "naïve", "plain", "x" * 63, "x" * 64 + "é", "y" * 70, "7", "?" * 65, "é" * 3]))


@given(WORDS)
def test_guesses_are_made_from_each_word_with_a_high_byte_once(words: list[str]) -> None:
    raw = " ".join(words).encode("latin-1")

    assert sample_high_bytes(raw).split() == list(dict.fromkeys(w.encode("latin-1") for w in words if not w.isascii()))
