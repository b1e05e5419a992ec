import { byDay, counted, packagesOf } from '../roles/built-in.ts';

export const golfClubPackages = packagesOf({
  monthly: {
    name: ['Mängija kuu', 'Player’s month', 'Spēlētāja mēnesis'],
    about: [
      'Rada, harjutusala ja simulaator ühe kuu kaupa. Lõpetad millal tahad.',
      'The course, the practice area and the simulator by the month. Yours to end at any time.',
      'Laukums, treniņu zona un simulators pa mēnešiem. Izbeidzat, kad vēlaties.',
    ],
    cents: 12900,
    online: 11900,
    covers: ['other', 'groupTraining'],
  },
  yearly: {
    name: ['Klubi liige', 'Club member', 'Kluba biedrs'],
    about: [
      'Mänguõigus terveks aastaks, makstes kuu kaupa. Pikeneb ise.',
      'The right to play for a whole year, paid by the month. Renews automatically.',
      'Spēles tiesības visam gadam, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 9900,
    covers: ['other', 'groupTraining', 'gym'],
  },
  mornings: {
    name: ['Tööpäeva mängija', 'Weekday player', 'Darba dienu spēlētājs'],
    about: [
      'Rada ja harjutusala tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'The course and practice on workdays before 15:00. Bound for three months.',
      'Laukums un treniņi darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 6900,
    covers: byDay('other', 'groupTraining'),
  },
  quarter: {
    name: ['Kvartal proffiga', 'A quarter with the pro', 'Ceturksnis ar profesionāli'],
    about: [
      'Kaheksa rühmatundi golfitreeneriga kvartalis.',
      'Eight group lessons with a golf pro a quarter.',
      'Astoņas grupas nodarbības ar golfa treneri ceturksnī.',
    ],
    cents: 19900,
    covers: counted(8),
  },
  alone: {
    name: ['Harjutaja pakett', 'Practice package', 'Treniņu abonements'],
    about: [
      'Löögiväli, lühimängu ala ja puttigriin nii tihti, kui tahad.',
      'The range, the short game area and the putting green as often as you like.',
      'Sitienu laukums, īsās spēles laukums un grīns tik bieži, cik vēlaties.',
    ],
    cents: 4900,
    covers: ['gym', 'other'],
  },
  beside: {
    name: ['Kepikoti hoid', 'Bag storage', 'Somas glabāšana'],
    about: [
      'Koht kotile ja kärule klubimajas.',
      'A place for your bag and trolley in the clubhouse.',
      'Vieta somai un ratiņiem kluba namā.',
    ],
    cents: 1500,
    covers: ['other'],
  },
});

export const tennisClubPackages = packagesOf({
  monthly: {
    name: ['Mängija kuupakett', 'Player’s month', 'Spēlētāja mēnesis'],
    about: [
      'Väljakud ja rühmatrennid. Tähtajatu, lõpetad millal tahad.',
      'Courts and group trainings. Without an end, yours to end at any time.',
      'Korti un grupas treniņi. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 8900,
    online: 8400,
    covers: ['other', 'groupTraining', 'gym'],
  },
  yearly: {
    name: ['Klubi liige', 'Club member', 'Kluba biedrs'],
    about: [
      'Väljakud, trennid ja jõusaal aastaks, makstes kuu kaupa. Pikeneb ise.',
      'Courts, trainings and the gym for a year, paid by the month. Renews automatically.',
      'Korti, treniņi un trenažieru zāle uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 6900,
    covers: ['other', 'groupTraining', 'gym'],
  },
  mornings: {
    name: ['Hommikune mängija', 'Morning player', 'Rīta spēlētājs'],
    about: [
      'Väljakud tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'Courts on workdays before 15:00. Bound for three months.',
      'Korti darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 4900,
    covers: byDay('other', 'groupTraining'),
  },
  quarter: {
    name: ['Rühmatrenn kvartaliks', 'Group training for a quarter', 'Grupas treniņi uz ceturksni'],
    about: [
      'Kaksteist tennisetrenni, kuni kuus mängijat väljakul.',
      'Twelve tennis trainings, at most six players on a court.',
      'Divpadsmit tenisa treniņi, kortā ne vairāk kā seši spēlētāji.',
    ],
    cents: 16900,
    covers: counted(12),
  },
  alone: {
    name: ['Väljakupakett', 'Court package', 'Kortu abonements'],
    about: [
      'Väljakud oma partneriga ja jõusaal.',
      'Courts with a partner of your own, and the gym.',
      'Korti kopā ar savu partneri un trenažieru zāle.',
    ],
    cents: 5900,
    covers: ['gym', 'other'],
  },
  beside: {
    name: ['Reketikapp', 'Racket locker', 'Raketes skapītis'],
    about: [
      'Kapp reketile ja üks keelte vahetus kvartalis.',
      'A locker for your racket and one restringing a quarter.',
      'Skapītis raketei un viena stīgu maiņa ceturksnī.',
    ],
    cents: 900,
    covers: ['other'],
  },
});

export const climbingHallPackages = packagesOf({
  monthly: {
    name: ['Ronija kuupakett', 'Climber’s month', 'Kāpēja mēnesis'],
    about: [
      'Kõik seinad ja juhendatud trennid. Tähtajatu, lõpetad millal tahad.',
      'All walls and guided trainings. Without an end, yours to end at any time.',
      'Visas sienas un treniņi ar instruktoru. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 5900,
    online: 5500,
    covers: ['gym', 'groupTraining'],
  },
  yearly: {
    name: ['Aasta seinal', 'A year on the wall', 'Gads pie sienas'],
    about: [
      'Seinad ja trennid aastaks, makstes kuu kaupa. Pikeneb ise.',
      'Walls and trainings for a year, paid by the month. Renews automatically.',
      'Sienas un treniņi uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 4700,
    covers: ['gym', 'groupTraining'],
  },
  mornings: {
    name: ['Päevane ronija', 'Daytime climber', 'Dienas kāpējs'],
    about: [
      'Seinad tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'The walls on workdays before 15:00. Bound for three months.',
      'Sienas darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 3500,
    covers: byDay('gym', 'groupTraining'),
  },
  quarter: {
    name: ['Kursus kvartaliks', 'Course for a quarter', 'Kurss uz ceturksni'],
    about: [
      'Kaheksa korda juhendajaga: sõlmedest altjulgestuseni.',
      'Eight times with an instructor: from knots to leading.',
      'Astoņas reizes ar instruktoru: no mezgliem līdz apakšējai drošināšanai.',
    ],
    cents: 11900,
    covers: counted(8),
  },
  alone: {
    name: ['Ainult seinad', 'Walls only', 'Tikai sienas'],
    about: [
      'Omal käel ronimine igal ajal. Trennid piletiga.',
      'Climbing on your own at any time. Trainings by ticket.',
      'Patstāvīga kāpšana jebkurā laikā. Treniņi ar biļeti.',
    ],
    cents: 4900,
    covers: ['gym'],
  },
  beside: {
    name: ['Varustuse rent', 'Gear rental', 'Inventāra noma'],
    about: [
      'Sussid, rakmed ja julgestusseade igaks korraks.',
      'Shoes, harness and belay device for every visit.',
      'Kurpes, sistēma un drošināšanas ierīce katrai reizei.',
    ],
    cents: 1900,
    covers: ['other'],
  },
});
