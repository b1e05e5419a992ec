/** Passwords among the first that strangers try, of those the password rules would let through; lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password1 password12 password123 password01 password11 passw0rd passw0rd1 passw0rd123 pa55word pa55w0rd p4ssword
  p4ssw0rd qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyuiop1 qwerty01 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4
  q1w2e3r4t5 zaq12wsx asdf1234 asdfgh123 asdfghjkl1 zxcvbnm1 abc12345 abcd1234 abc123456 abcdef123 abcdefg1 a1b2c3d4
  a1234567 a12345678 aa123456 aa12345678 welcome1 welcome12 welcome123 welcome01 letmein1 letmein123 monkey123
  dragon123 football1 football123 baseball1 superman1 batman123 princess1 sunshine1 iloveyou1 iloveyou123 master123
  shadow123 charlie1 michael1 jordan23 michelle1 jessica1 ashley123 daniel123 andrew123 joshua123 summer2024 summer2025
  summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 admin123 admin1234 admin12345
  administrator1 root1234 test1234 test12345 testing123 user1234 guest1234 changeme1 changeme123 secret123 default1
  hello123 hello1234 computer1 internet1 samsung1 google123 facebook1 liverpool1 arsenal1 chelsea1 pokemon1 starwars1
  freedom1 whatever1 trustno1 trustno12 killer123 hunter123 ranger123 buster123 soccer123 hockey123 tigger123 pepper123
  ginger123 joseph123 matrix123 mustang1 corvette1 mercedes1 cheese123 cookie123 banana123 orange123 purple123 flower123
  parool123 parool1234 salasona1 salasona123 parole123 parole1234 eesti123 latvija1 latvija123 tallinn1 tallinn123
  riga1234 tartu123 tere1234 kallis123 sveiki123 mamma123 emake123 trenn123 sport123 sport1234 fitness1 fitness123 gym12345`
    .split(/\s+/)
    .filter(Boolean),
);
