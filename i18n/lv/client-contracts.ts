import type { Section } from '../en.ts';

export const clientContracts: Section<'clientContracts'> = {
  title: 'Līgumi',
  none: 'Līgumu nav',
  notLoaded: 'Līgumus neizdevās ielādēt',
  open: 'Atvērt',
  openNamed: 'Atvērt līgumu {{number}}',
  package: 'Abonements',
  priceNow: 'Cena',
  openInvoice: 'Rēķins {{number}}, termiņš {{date}}',
  debt: 'Parāds',

  giving: {
    open: 'Noslēgt līgumu',
    title: 'Jauns līgums',
    club: 'Klubs',
    nothing: 'Šajā klubā abonementus nepārdod',
    none: 'Klientam ir šāda veida beztermiņa līgums. Otru sākt nevar.',
    heldUntil: 'Klientam ir šāda veida līgums, nākamais var sākties {{date}}',
    text: 'Līgums tiek noslēgts uzreiz. Pirmo rēķinu nosūta klientam pa e-pastu, to var apmaksāt ar bankas saiti vai pārskaitījumu.',
    startsEarly: 'Klients vēlas sākt uzreiz',
    startsEarlyHint: 'Atteikties var {{days}} dienu laikā, un par līdz tam izmantotajām dienām ir jāmaksā.',
    earlyRequired: 'Pajautājiet klientam vai izvēlieties pirmo dienu pēc {{date}}',
    first: 'Pirmais rēķins',
    payDay: 'Periods sākas',
    payDayOn_zero: 'ik pēc {{count}} mēnešiem {{day}}. datumā',
    payDayOn_one: 'katra mēneša {{day}}. datumā',
    payDayOn_other: 'ik pēc {{count}} mēnešiem {{day}}. datumā',
    part: 'Pirmais periods',
    partOf: '{{days}} no {{of}} dienām',
    save: 'Noslēgt līgumu',
    saveFor: 'Noslēgt līgumu, rēķins {{price}}',
    done: 'Līgums {{number}} ir noslēgts, rēķins {{invoice}}',
    notSold: 'Šo abonementu šajā klubā vairs nepārdod. Izvēlieties citu.',
    overlaps: 'Klientam šajās dienās jau ir šāda veida līgums',
    unpaid: 'Nav izdarīts: klientam ir neapmaksāts šāda veida līguma rēķins',
    blocked: 'Nav izdarīts: klienta šāda veida līgums ir bloķēts',
    gone: 'Šī klienta vairs nav, iespējams, tas ir apvienots ar citu. Sameklējiet klientu no jauna.',
  },

  price: 'Mainīt cenu',
  priceTitle: 'Līguma {{number}} jaunā cena',
  priceText:
    'Cena ir spēkā no pirmā perioda, kas sākas izvēlētajā dienā vai vēlāk. Maksātājs uzreiz saņem e-pastu. Cena, par kuru ir vienošanās uz termiņu vai saistību laiku, paliek spēkā līdz tā beigām.',
  newPrice: 'Jaunā cena, {{period}}',
  priceNeeded: 'Ierakstiet cenu eiro, piemēram, 45,50',
  from: 'No',
  fromHint: 'Agrākais datums ir {{date}}, lai maksātājs uzzinātu laikus',
  fromTooEarly: 'Izvēlieties {{date}} vai vēlāku dienu',
  fromTooSoon: 'Maksātājs neuzzinātu laikus. Izvēlieties vēlāku dienu',
  priceMove: 'Cena',
  countsFrom: 'Periodiem, kas sākas no',
  priceDone: 'Jaunā cena ir saglabāta, maksātājs saņems e-pastu',
  priceSame: 'Nekas nemainījās: līgumam jau ir šī cena',

  block: 'Bloķēt līgumu',
  blockAgain: 'Mainīt bloķēšanu',
  blockTitle: 'Līguma {{number}} bloķēšana',
  blockText:
    'Kamēr līgums ir bloķēts, klients ar to nevar ienākt un rezervēt, un jau rezervētās vietas tiek atbrīvotas. Rēķini par periodiem tiek izrakstīti tāpat.',
  until: 'Bloķēšanas pēdējā diena',
  untilHint: 'Tukšs: līdz kāds to atceļ',
  untilPast: 'Izvēlieties šodienu vai vēlāku dienu',
  blockDone: 'Līgums ir bloķēts',

  unblock: 'Atcelt bloķēšanu',
  unblockTitle: 'Līguma {{number}} bloķēšanas atcelšana',
  unblockText:
    'Ja parāda nav, līgumu uzreiz var atkal izmantot. Pa to laiku atbrīvotās rezervācijas pašas neatjaunojas.',
  unblockDone: 'Bloķēšana ir atcelta',

  collect: 'Nodot piedziņai',
  collectTitle: 'Līguma {{number}} nodošana piedziņai',
  collectText:
    'Parāds {{amount}} tiek nodots piedziņai. Līgums tiek slēgts: ar to nevar rezervēt un ienākt, līdz to no turienes atsauc.',
  collectDone: 'Parāds ir nodots piedziņai',

  recall: 'Atsaukt no piedziņas',
  recallTitle: 'Līguma {{number}} atsaukšana no piedziņas',
  recallText:
    'Līgums turpinās, it kā tas nekad nebūtu nodots, arī tad, ja tagad viss ir samaksāts: pa to laiku neizrakstītos rēķinus izraksta, un parādu atkal prasa šeit. Atbrīvotās rezervācijas pašas neatjaunojas.',
  recallDone: 'Līgums ir atsaukts no piedziņas',

  reason: 'Iemesls',
  reasonHint: 'Klients to redz pie līguma, paliek arī izmaiņu žurnālā',
  reasonNeeded: 'Uzrakstiet iemeslu',
};
