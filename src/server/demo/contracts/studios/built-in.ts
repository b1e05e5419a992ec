import { byDay, counted, packagesOf, type Said } from '../roles/built-in.ts';

export const spaPackages = packagesOf({
  monthly: {
    name: ['Spaakuu', 'Spa month', 'Spa mēnesis'],
    about: [
      'Basseinid, saunad ja rühmatunnid. Tähtajatu, lõpetad millal tahad.',
      'Pools, saunas and classes. Without an end, yours to end at any time.',
      'Baseini, pirtis un nodarbības. Beztermiņa, izbeidzat, kad vēlaties.',
    ],
    cents: 13900,
    online: 12900,
    covers: ['pool', 'groupTraining', 'other'],
  },
  yearly: {
    name: ['Spaa aastakaart', 'Spa year', 'Spa gads'],
    about: [
      'Basseinid, saunad ja tunnid aastaks, makstes kuu kaupa. Pikeneb ise.',
      'Pools, saunas and classes for a year, paid by the month. Renews automatically.',
      'Baseini, pirtis un nodarbības uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ],
    cents: 10900,
    covers: ['pool', 'groupTraining', 'other'],
  },
  mornings: {
    name: ['Hommikune spaa', 'Morning spa', 'Rīta spa'],
    about: [
      'Basseinid ja saunad tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'Pools and saunas on workdays before 15:00. Bound for three months.',
      'Baseini un pirtis darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 7900,
    covers: byDay('pool', 'groupTraining'),
  },
  quarter: {
    name: ['Reformer kvartaliks', 'Reformer for a quarter', 'Reformers uz ceturksni'],
    about: [
      'Kaheksa reformeritundi kvartalis väikeses rühmas.',
      'Eight reformer classes a quarter in a small group.',
      'Astoņas reformera nodarbības ceturksnī mazā grupā.',
    ],
    cents: 13900,
    covers: counted(8),
  },
  alone: {
    name: ['Basseinid ja saunad', 'Pools and saunas', 'Baseini un pirtis'],
    about: [
      'Vesi ja soojus igal ajal. Tunnid piletiga.',
      'Water and warmth at any time. Classes by ticket.',
      'Ūdens un siltums jebkurā laikā. Nodarbības ar biļeti.',
    ],
    cents: 8900,
    covers: ['pool'],
  },
  beside: {
    name: ['Hoolitsuste klubi', 'Treatment club', 'Procedūru klubs'],
    about: [
      'Hommikumantel, taimetee ja üks jalavann kuus.',
      'A bathrobe, herbal tea and one foot bath a month.',
      'Halāts, zāļu tēja un viena kāju vanna mēnesī.',
    ],
    cents: 2400,
    covers: ['other'],
  },
});

interface StudioWords {
  readonly cents: number;
  readonly quarter: Said;
  readonly quarterAbout: Said;
  readonly alone: Said;
  readonly aloneAbout: Said;
  readonly beside: Said;
  readonly besideAbout: Said;
}

/** Studios sell alike: all classes of a month, fewer for less, and the studio for oneself. */
function studioPackages(words: StudioWords) {
  const share = (part: number) => Math.round((words.cents * part) / 100) * 100;
  return packagesOf({
    monthly: {
      name: ['Kõik tunnid', 'Unlimited classes', 'Visas nodarbības'],
      about: [
        'Nii palju tunde kuus, kui jõuad. Tähtajatu, lõpetad millal tahad.',
        'As many classes a month as you like. Without an end, yours to end at any time.',
        'Tik daudz nodarbību mēnesī, cik vēlaties. Beztermiņa, izbeidzat, kad vēlaties.',
      ],
      cents: words.cents,
      online: words.cents - 500,
      covers: ['groupTraining', 'gym'],
    },
    yearly: {
      name: ['Aasta stuudios', 'A year in the studio', 'Gads studijā'],
      about: [
        'Kõik tunnid aastaks, makstes kuu kaupa. Pikeneb ise.',
        'All classes for a year, paid by the month. Renews automatically.',
        'Visas nodarbības uz gadu, maksājot katru mēnesi. Pagarinās pats.',
      ],
      cents: share(0.8),
      covers: ['groupTraining', 'gym'],
    },
    mornings: {
      name: ['Päevased tunnid', 'Daytime classes', 'Dienas nodarbības'],
      about: [
        'Tunnid tööpäeviti enne kella 15. Siduvus kolm kuud.',
        'Classes on workdays before 15:00. Bound for three months.',
        'Nodarbības darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
      ],
      cents: share(0.65),
      covers: byDay('groupTraining', 'gym'),
    },
    quarter: {
      name: words.quarter,
      about: words.quarterAbout,
      cents: share(1.1),
      covers: counted(8),
    },
    alone: { name: words.alone, about: words.aloneAbout, cents: share(0.5), covers: ['gym'] },
    beside: { name: words.beside, about: words.besideAbout, cents: share(0.2), covers: ['other'] },
  });
}

export const yogaStudioPackages = studioPackages({
  cents: 8900,
  quarter: ['Algajate rühm', 'Beginners’ group', 'Iesācēju grupa'],
  quarterAbout: [
    'Kaheksa tundi kvartalis ühe õpetajaga, otsast peale.',
    'Eight classes a quarter with one teacher, from the beginning.',
    'Astoņas nodarbības ceturksnī pie viena skolotāja, no pamatiem.',
  ],
  alone: ['Vaba harjutamine', 'Open practice', 'Brīvā prakse'],
  aloneAbout: [
    'Stuudio omal käel harjutamiseks, kui tunde ei ole.',
    'The studio for your own practice between classes.',
    'Studija patstāvīgai praksei starp nodarbībām.',
  ],
  beside: ['Mati hoid', 'Mat storage', 'Paklājiņa glabāšana'],
  besideAbout: [
    'Sinu matt ootab stuudios.',
    'Your mat waits in the studio.',
    'Jūsu paklājiņš gaida studijā.',
  ],
});

export const pilatesStudioPackages = studioPackages({
  cents: 13900,
  quarter: ['Reformer kvartaliks', 'Reformer for a quarter', 'Reformers uz ceturksni'],
  quarterAbout: [
    'Kaheksa reformeritundi kvartalis.',
    'Eight reformer classes a quarter.',
    'Astoņas reformera nodarbības ceturksnī.',
  ],
  alone: ['Reformer omal käel', 'Reformer on your own', 'Reformers patstāvīgi'],
  aloneAbout: [
    'Aparaadid omal käel harjutamiseks, kui tunde ei ole.',
    'The machines for training on your own between classes.',
    'Aparāti patstāvīgiem treniņiem starp nodarbībām.',
  ],
  beside: ['Sokid ja rätik', 'Socks and towel', 'Zeķes un dvielis'],
  besideAbout: [
    'Puhtad libisemiskindlad sokid ja rätik igaks tunniks.',
    'Clean grip socks and a towel for every class.',
    'Tīras neslīdošas zeķes un dvielis katrai nodarbībai.',
  ],
});

export const danceStudioPackages = studioPackages({
  cents: 6900,
  quarter: ['Kursus kvartaliks', 'Course for a quarter', 'Kurss uz ceturksni'],
  quarterAbout: [
    'Kaheksa tundi ja üks kava, mille esitad sõpradele.',
    'Eight classes and one routine to show your friends.',
    'Astoņas nodarbības un viena deja, ko parādīt draugiem.',
  ],
  alone: ['Saal harjutamiseks', 'Room for practice', 'Zāle treniņiem'],
  aloneAbout: [
    'Peegliga saal omal käel harjutamiseks, kui tunde ei ole.',
    'A room with mirrors for your own practice between classes.',
    'Spoguļu zāle patstāvīgiem treniņiem starp nodarbībām.',
  ],
  beside: ['Riidekapp', 'Locker', 'Skapītis'],
  besideAbout: [
    'Kapp kingadele ja esinemisriietele.',
    'A locker for shoes and costumes.',
    'Skapītis apaviem un tērpiem.',
  ],
});

export const trainerPortalPackages = packagesOf({
  monthly: {
    name: ['Kuu treeneriga', 'A coached month', 'Mēnesis ar treneri'],
    about: [
      'Rühmatrennid ja treeningkava, mida treener iga kuu uuendab. Lõpetad millal tahad.',
      'Group trainings and a plan your trainer renews every month. Yours to end at any time.',
      'Grupas treniņi un plāns, ko treneris katru mēnesi atjauno. Izbeidzat, kad vēlaties.',
    ],
    cents: 9900,
    online: 9400,
    covers: ['groupTraining', 'gym'],
  },
  yearly: {
    name: ['Aasta treeneriga', 'A coached year', 'Gads ar treneri'],
    about: [
      'Üks siht, neli mõõtmist, aasta trenne. Maksad kuu kaupa. Pikeneb ise.',
      'One goal, four measurements, a year of training. Paid by the month, renews automatically.',
      'Viens mērķis, četri mērījumi, gads treniņu. Maksājat katru mēnesi. Pagarinās pats.',
    ],
    cents: 7900,
    covers: ['groupTraining', 'gym'],
  },
  mornings: {
    name: ['Päevane väikerühm', 'Daytime small group', 'Dienas mazā grupa'],
    about: [
      'Väikerühmad tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'Small groups on workdays before 15:00. Bound for three months.',
      'Mazās grupas darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ],
    cents: 6500,
    covers: byDay('groupTraining', 'gym'),
  },
  quarter: {
    name: ['Väikerühm kvartaliks', 'Small group for a quarter', 'Mazā grupa uz ceturksni'],
    about: [
      'Kaheksa trenni kvartalis, rühmas kuni kuus inimest.',
      'Eight trainings a quarter, at most six people in a group.',
      'Astoņi treniņi ceturksnī, grupā ne vairāk kā seši cilvēki.',
    ],
    cents: 15900,
    covers: counted(8),
  },
  alone: {
    name: ['Kava ja saal', 'Plan and gym', 'Plāns un zāle'],
    about: [
      'Treeneri koostatud kava ja saal omal käel treenimiseks.',
      'A plan written by your trainer and the gym to follow it in.',
      'Trenera sastādīts plāns un zāle patstāvīgiem treniņiem.',
    ],
    cents: 4900,
    covers: ['gym'],
  },
  beside: {
    name: ['Toitumisnõu', 'Nutrition advice', 'Uztura padomi'],
    about: [
      'Üks kohtumine kuus ja vastused sõnumitele.',
      'One meeting a month and answers to your messages.',
      'Viena tikšanās mēnesī un atbildes uz ziņām.',
    ],
    cents: 3500,
    covers: ['other'],
  },
});
