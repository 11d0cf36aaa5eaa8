"""Special folders of mail programs (inbox, junk, a person's own writing), told by name in many languages, and tags.

Mail that a person wrote, has begun or has thrown away says nothing about mail that arrives: such folders are left out.

Tags stand in headers, in the names of a Maildir's files, and in notmuch's own store.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

from app.domain.errors import SourceError

SpecialUse = Literal["inbox", "junk", "sent", "drafts", "trash", "templates", "outbox"]

NAMES: dict[SpecialUse, str] = {
    "inbox": (
        "inbox|posteingang|boîte de réception|courrier entrant|bandeja de entrada|recibidos|caixa de entrada"
        "|posta in arrivo|in arrivo|postvak in|inkorg|inkorgen|innboks|indbakke|saapuneet|odebrane"
        "|skrzynka odbiorcza|doručená pošta|doručené|doručena pošta|beérkezett üzenetek|bejövő üzenetek"
        "|mesaje primite|primite|prejeto|gelen kutusu|gelen|gautieji|iesūtne|sisendkaust|входящие|вхідні"
        "|входяща поща|примљено|εισερχόμενα|דואר נכנס|البريد الوارد|صندوق ورودی|收件箱|收件匣|受信トレイ"
        "|受信箱|받은 편지함|받은편지함|hộp thư đến|กล่องขาเข้า"
    ),
    "junk": (
        "junk|spam|junk e-mail|junk email|junk mail|junk-e-mail|bulk mail|bulk|spamverdacht|unerwünscht"
        "|unerwünschte werbung|indésirables|courrier indésirable|pourriel|pourriels|correo no deseado"
        "|correo basura|no deseado|lixo eletrônico|lixo electrónico|lixo|posta indesiderata|indesiderata"
        "|ongewenste e-mail|ongewenst|skräppost|søppelpost|uønsket e-post|uønsket mail|uønsket post"
        "|roskaposti|niechciane|wiadomości-śmieci|nevyžádaná pošta|nevyžádané|nevyžiadaná pošta|levélszemét"
        "|mesaje nedorite|neželena pošta|neželjena pošta|gereksiz|önemsiz|istenmeyen|brukalas|rämpspost|спам"
        "|нежелательная почта|небажана пошта|нежелана поща|непожељно|ανεπιθύμητα|ανεπιθύμητη αλληλογραφία"
        "|דואר זבל|البريد غير الهام|هرزنامه|垃圾邮件|垃圾郵件|迷惑メール|迷惑メール箱|스팸|스팸편지함"
        "|정크 메일|thư rác|อีเมลขยะ|จดหมายขยะ"
    ),
    "sent": (
        "sent|sent items|sent mail|sent messages|sent-mail|gesendet|gesendete elemente|gesendete objekte"
        "|envoyés|éléments envoyés|messages envoyés|enviados|elementos enviados|itens enviados|posta inviata"
        "|inviata|inviati|verzonden|verzonden items|skickat|skickade|sendt|sendte elementer|lähetetyt|wysłane"
        "|elementy wysłane|odeslaná pošta|odeslané|odoslaná pošta|odoslané|elküldött|elküldött üzenetek"
        "|trimise|poslano|gönderilmiş|gönderilmiş öğeler|gönderilenler|išsiųsta|nosūtītie|saadetud"
        "|отправленные|отправлено|надіслані|изпратени|послато|απεσταλμένα|דואר יוצא|العناصر المرسلة|المرسلة"
        "|已发送|已发送邮件|已傳送|寄件備份|送信済み|送信済みトレイ|보낸 편지함|đã gửi|ส่งแล้ว"
    ),
    "drafts": (
        "drafts|draft|entwürfe|brouillons|borradores|rascunhos|bozze|concepten|utkast|kladder|luonnokset"
        "|szkice|wersje robocze|koncepty|rozepsané|piszkozatok|ciorne|osnutki|taslaklar|juodraščiai"
        "|melnraksti|mustandid|черновики|чернетки|чернови|πρόχειρα|טיוטות|المسودات|草稿|草稿箱|下書き"
        "|임시 보관함|thư nháp|แบบร่าง"
    ),
    "trash": (
        "trash|deleted|deleted items|deleted messages|bin|papierkorb|gelöscht|gelöschte elemente|corbeille"
        "|éléments supprimés|papelera|eliminados|elementos eliminados|lixeira|itens excluídos|cestino"
        "|posta eliminata|prullenbak|verwijderde items|papperskorg|borttaget|papirkurv|slettet"
        "|slettede elementer|roskakori|poistetut|kosz|elementy usunięte|koš|odstraněná pošta|kôš|kuka"
        "|törölt elemek|coș de gunoi|șterse|smeti|çöp|çöp kutusu|silinmiş öğeler|šiukšliadėžė|miskaste"
        "|prügikast|корзина|удаленные|удалённые|кошик|видалені|кошче|изтрити|отпад|απορρίμματα|διαγραμμένα"
        "|אשפה|פריטים שנמחקו|المهملات|العناصر المحذوفة|已删除|已删除邮件|刪除的郵件|垃圾桶|ごみ箱|削除済み"
        "|지운 편지함|휴지통|thùng rác|ถังขยะ"
    ),
    "templates": (
        "templates|vorlagen|modèles|plantillas|modelos|modelli|sjablonen|mallar|szablony|šablony|шаблоны|模板"
        "|テンプレート"
    ),
    "outbox": (
        "outbox|unsent messages|postausgang|boîte d'envoi|bandeja de salida|caixa de saída|posta in uscita"
        "|исходящие|发件箱|送信トレイ"
    ),
}
USES: dict[str, SpecialUse] = {name: use for use, names in NAMES.items() for name in names.split("|")}
LEFT_OUT: frozenset[SpecialUse] = frozenset({"sent", "drafts", "trash", "templates", "outbox"})
LABELS: dict[SpecialUse, str] = {"inbox": "Inbox", "junk": "Junk"}
"""Labels of the two folders that teach a filter, so that accounts in several languages meet."""
LIKE_SPAM = ("spam", "junk")
"""Names that are as good."""


def use_of(name: str) -> SpecialUse | None:
    """The special use of a folder by its own name, without those it lies in."""
    return USES.get(" ".join(name.casefold().split()))


def label_of_folder(path: str, use: SpecialUse | None = None) -> str:
    """The label that a mail folder gives: its path, but one name for every inbox and one for all junk."""
    name = path.rpartition("/")[2]
    use = use or use_of(name)
    if use is None or (use == "junk" and any(like in name.casefold() for like in LIKE_SPAM)):
        return path
    return LABELS.get(use, path)


MOZILLA_TAGS = {
    "$label1": "Important",
    "$label2": "Work",
    "$label3": "Personal",
    "$label4": "To Do",
    "$label5": "Later",
}
STATES = frozenset({
    "attachment", "deleted", "draft", "encrypted", "flagged", "forwarded", "inbox", "junk", "mdnsent", "new", "nonjunk",
    "notjunk", "passed", "replied", "seen", "sent", "signed", "unread",
})  # fmt: skip
"""Notes that programs make of a mail's state; no tags of its owner's."""


def tag_name(keyword: str) -> str:
    """Return what a person calls a tag; nothing for a state that is none."""
    name = MOZILLA_TAGS.get(keyword.lower(), keyword)
    return "" if name.startswith(("$", "\\")) or name.lower() in STATES else name


def tags_in(value: str) -> list[str]:
    """Return the tags in a header: between commas where there are any, else between spaces."""
    parts = value.split(",") if "," in value else value.split()
    return [name for name in map(tag_name, map(str.strip, parts)) if name]


@lru_cache(maxsize=4)
def tags_in_dump(path: str) -> dict[str, tuple[str, ...]]:
    """Return the tags that notmuch has of each mail, by Message-ID, from what `notmuch dump` wrote."""
    found = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                tags, mark, name = line.rstrip("\n").rpartition(" -- id:")
                if mark and not line.startswith("#"):
                    own = name[1:-1].replace('""', '"') if name[:1] == name[-1:] == '"' else name
                    names = (tag_name(unquote(tag[1:])) for tag in tags.split() if tag.startswith("+"))
                    found[own] = tuple(filter(None, names))
    except OSError as error:
        raise SourceError(path, "missing", error.strerror or "") from error
    return found
