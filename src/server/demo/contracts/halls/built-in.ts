import { byDay, counted, packagesOf } from '../roles/built-in.ts';

/** Halls and machines under one roof, with a pool. */
export const sportsCentrePackages = packagesOf({
  monthly: {
    name: ['Kuupakett', 'Monthly package', 'Mēneša abonements'],
    about: [
      'Kõik rühmatrennid ja jõusaal. Tähtajatu, lõpetad millal tahad.',
      'All group trainings and the gym. Without an end, yours to end at any time.',
      'Visas grupu nodarbības un trenažieru zāle. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 5900,
    online: 5500,
    covers: ['groupTraining', 'gym'],
  },
  yearly: {
    name: ['Aastapakett', 'Yearly package', 'Gada abonements'],
    about: [
      'Kõik klubid ja trennid terveks aastaks, makstes kuu kaupa. Pikeneb ise.',
      'All clubs and trainings for a whole year, paid by the month. Renews automatically.',
      'Visi klubi un nodarbības veselam gadam, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 4500,
    covers: ['groupTraining', 'gym', 'pool'],
  },
  mornings: {
    name: ['Hommikupakett', 'Morning package', 'Rīta abonements'],
    about: [
      'Trennid ja jõusaal tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'Trainings and the gym on workdays before 15:00. Bound for three months.',
      'Nodarbības un trenažieru zāle darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 3500,
    covers: byDay('groupTraining', 'gym'),
  },
  quarter: {
    name: ['Väikerühm kvartaliks', 'Small group for a quarter', 'Mazā grupa uz ceturksni'],
    about: [
      'Kaheksa väikerühma trenni kvartalis, makstes kvartali kaupa.',
      'Eight small-group trainings a quarter, paid by the quarter.',
      'Astoņas mazās grupas nodarbības ceturksnī, maksājot par ceturksni.',
    ],
    cents: 7900,
    covers: counted(8),
  },
  alone: {
    name: ['Jõusaalipakett', 'Gym package', 'Trenažieru zāles abonements'],
    about: [
      'Jõusaal igal ajal. Rühmatrennid piletiga.',
      'The gym at any time. Group trainings by ticket.',
      'Trenažieru zāle jebkurā laikā. Grupu nodarbības ar biļeti.',
    ],
    cents: 3900,
    covers: ['gym'],
  },
  beside: {
    name: ['Riidekapp', 'Locker', 'Skapītis'],
    about: [
      'Oma lukuga kapp riietusruumis.',
      'A locker of your own in the changing room.',
      'Savs slēdzams skapītis ģērbtuvē.',
    ],
    cents: 900,
    covers: ['other'],
  },
});

export const gymChainPackages = packagesOf({
  monthly: {
    name: ['Kuupakett', 'Monthly package', 'Mēneša abonements'],
    about: [
      'Jõusaal ja kõik rühmatrennid igas klubis. Tähtajatu, lõpetad millal tahad.',
      'The gym and all group trainings in every club. Without an end, yours to end at any time.',
      'Trenažieru zāle un visas grupu nodarbības katrā klubā. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 4900,
    online: 4500,
    covers: ['gym', 'groupTraining'],
  },
  yearly: {
    name: ['Aastapakett', 'Yearly package', 'Gada abonements'],
    about: [
      'Jõusaal ja trennid aastaks, makstes kuu kaupa. Pikeneb ise.',
      'The gym and trainings for a year, paid by the month. Renews automatically.',
      'Trenažieru zāle un nodarbības uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 3700,
    covers: ['gym', 'groupTraining'],
  },
  mornings: {
    name: ['Päevapakett', 'Daytime package', 'Dienas abonements'],
    about: [
      'Jõusaal ja trennid tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'The gym and trainings on workdays before 15:00. Bound for three months.',
      'Trenažieru zāle un nodarbības darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 2900,
    covers: byDay('gym', 'groupTraining'),
  },
  quarter: {
    name: ['Väikerühm kvartaliks', 'Small group for a quarter', 'Mazā grupa uz ceturksni'],
    about: [
      'Kaheksa jõutreeningut väikeses rühmas, treener kõrval.',
      'Eight strength trainings in a small group, with a trainer beside you.',
      'Astoņi spēka treniņi mazā grupā ar treneri blakus.',
    ],
    cents: 11900,
    covers: counted(8),
  },
  alone: {
    name: ['Ainult jõusaal', 'Gym only', 'Tikai trenažieru zāle'],
    about: [
      'Jõusaal igal ajal igas klubis. Rühmatrennid piletiga.',
      'The gym at any time, in every club. Group trainings by ticket.',
      'Trenažieru zāle jebkurā laikā visos klubos. Grupu nodarbības ar biļeti.',
    ],
    cents: 3300,
    covers: ['gym'],
  },
  beside: {
    name: ['Kapp ja rätik', 'Locker and towel', 'Skapītis un dvielis'],
    about: [
      'Oma kapp ja iga kord puhas rätik.',
      'A locker of your own and a clean towel each time.',
      'Savs skapītis un katrreiz tīrs dvielis.',
    ],
    cents: 1200,
    covers: ['other'],
  },
});

export const swimmingPoolPackages = packagesOf({
  monthly: {
    name: ['Ujuja kuupakett', 'Swimmer’s month', 'Peldētāja mēnesis'],
    about: [
      'Kõik rajad ja basseinid ning vesitrennid. Tähtajatu, lõpetad millal tahad.',
      'All lanes, pools and trainings in the water. Without an end, yours to end at any time.',
      'Visi celiņi, baseini un ūdens nodarbības. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 4900,
    online: 4500,
    covers: ['pool', 'groupTraining'],
  },
  yearly: {
    name: ['Aasta vees', 'A year in the water', 'Gads ūdenī'],
    about: [
      'Basseinid, saun ja trennid aastaks, makstes kuu kaupa. Pikeneb ise.',
      'Pools, sauna and trainings for a year, paid by the month. Renews automatically.',
      'Baseini, pirts un nodarbības uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 3900,
    covers: ['pool', 'groupTraining'],
  },
  mornings: {
    name: ['Hommikune ujuja', 'Morning swimmer', 'Rīta peldētājs'],
    about: [
      'Basseinid tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'The pools on workdays before 15:00. Bound for three months.',
      'Baseini darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 2900,
    covers: byDay('pool', 'groupTraining'),
  },
  quarter: {
    name: ['Ujumiskooli kvartal', 'Swimming school for a quarter', 'Peldēšanas skola uz ceturksni'],
    about: [
      'Kaksteist ujumistundi kvartalis, üks kord nädalas.',
      'Twelve swimming lessons a quarter, once a week.',
      'Divpadsmit peldēšanas nodarbības ceturksnī, reizi nedēļā.',
    ],
    cents: 12900,
    covers: counted(12),
  },
  alone: {
    name: ['Ainult bassein', 'Pool only', 'Tikai baseins'],
    about: [
      'Omal käel ujumine igal ajal. Trennid piletiga.',
      'Swimming on your own at any time. Trainings by ticket.',
      'Patstāvīga peldēšana jebkurā laikā. Nodarbības ar biļeti.',
    ],
    cents: 3900,
    covers: ['pool'],
  },
  beside: {
    name: ['Saun ja kapp', 'Sauna and locker', 'Pirts un skapītis'],
    about: [
      'Saun pärast ujumist ja oma kapp.',
      'The sauna after a swim and a locker of your own.',
      'Pirts pēc peldēšanas un savs skapītis.',
    ],
    cents: 1900,
    covers: ['other'],
  },
});
