"""Mail that nobody wrote, for windows with made-up data."""

from __future__ import annotations

SUBJECTS = """ham|Re: [dev] patch for the threaded resolver|Marta Lindqvist|14:02|.0002
spam|Your account has been selected for a free cruise|Sunny Award Desk|13:47|.999
ham|Minutes of Tuesday’s planning meeting|Owen Achterberg|13:20|.002
spam|Lower your mortgage rate in two minutes|HomeRate Direct|12:58|.999
ham|Order 40-1187 has been dispatched|Kestrel Books|12:31|.731
ham|Re: Re: beta 3 crashes on big-endian|Ikaika Palea|11:49|.0003
spam|Viagra and more, no prescription needed|Online Pharmacy|11:15|.9999
ham|Weekly digest, issue 212: kernels and kettles|The Solder Post|10:40|.184
ham|Invitation to submit: workshop on text filtering|Prof. E. Marchetti|10:22|.063
spam|CONFIDENTIAL BUSINESS PROPOSAL|Barr. J. Okafor|09:58|.996
ham|Fwd: photographs from the lake|Tomasz W.|09:41|.012
spam|Work from home and earn $4,800 a month|Easy Income Now|09:12|.999
ham|Can you look over the attached draft|Nour Haddad|08:50|.005
spam|Hi|d.frost|08:31|.226
ham|[ILUG] Re: mounting a Windows share|Padraig Breen|08:05|.0001
spam|Get out of debt today, guaranteed|Clear Credit Line|07:44|.998
ham|Renewal notice for your library card|City Library|07:30|.318
spam|100 million addresses on one CD|Bulk Reach Inc.|06:52|.9999
ham|Dinner on Saturday|Lena|06:20|.004"""

LETTER = """Hello,

good news: your order 40-1187 has been dispatched and should reach you within three working days.

2 × The Measurement of Meaning
1 × A Short Guide to Filters

You can follow the parcel at the link below. If anything is missing, reply to this message and we will \
send it again, free of charge.

https://kestrel-books.example/track/40-1187

Thank you for your custom. As a reader of our list you get 10 % off your next order; the offer ends on Friday."""
