"""The judge: one resident process of a workspace that other mail programs ask, and that learns from what they tell.

Read `mail_judge` first, which judges and learns; `spamd_protocol` and `json_lines` are the two ways to ask it,
`serving` listens on the doors of `sockets`, and `client` finds a judge or starts one.
"""
