require ["vnd.dovecot.pipe", "copy", "imapsieve"];
pipe :copy "bayleaf-teach" ["ham"];
