require ["vnd.dovecot.filter", "fileinto", "mailbox", "editheader"];
deleteheader "X-Text-Classification";
deleteheader "X-Bayleaf-Score";
filter "spamc" ["-U", "SOCKET", "-s", "10000000", "-t", "10"];
if header :is "X-Text-Classification" "spam" { fileinto :create JUNK; stop; }
