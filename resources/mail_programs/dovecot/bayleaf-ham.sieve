require ["vnd.dovecot.pipe", "copy", "imapsieve", "environment", "variables"];
if environment :matches "imap.mailbox" "*" { set "mailbox" "${1}"; }
if not string :is "${mailbox}" ["Trash", "Deleted Messages", "Deleted Items", "Bin", "Papierkorb", "Corbeille",
    "Papelera", "Cestino", "Корзина", "已删除", "Drafts", "Sent"] {
    pipe :copy "bayleaf-teach" ["ham"];
}
