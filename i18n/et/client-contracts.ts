import type { Section } from '../en.ts';

export const clientContracts: Section<'clientContracts'> = {
  title: 'Lepingud',
  none: 'Lepinguid ei ole',
  notLoaded: 'Lepinguid ei õnnestunud laadida',
  open: 'Ava',
  openNamed: 'Ava leping {{number}}',
  package: 'Pakett',
  priceNow: 'Hind',
  openInvoice: 'Arve {{number}}, tähtaeg {{date}}',
  debt: 'Võlg',

  giving: {
    open: 'Sõlmi leping',
    title: 'Uus leping',
    club: 'Klubi',
    nothing: 'Selles klubis pakette ei müüda',
    none: 'Kliendil on seda liiki tähtajatu leping. Teist alustada ei saa.',
    heldUntil: 'Kliendil on seda liiki leping, järgmine saab alata {{date}}',
    text: 'Leping sõlmitakse kohe. Esimene arve saadetakse kliendile e-postiga, maksta saab pangalingiga või ülekandega.',
    startsEarly: 'Klient soovib kohe alustada',
    startsEarlyHint:
      'Ta saab {{days}} päeva jooksul taganeda, selleks ajaks kasutatud päevad tuleb siis tasuda.',
    earlyRequired: 'Küsi kliendi soovi või vali esimene päev pärast {{date}}',
    first: 'Esimene arve',
    payDay: 'Periood algab',
    payDayOn_one: 'iga kuu {{day}}. päeval',
    payDayOn_other: 'iga {{count}} kuu tagant {{day}}. päeval',
    part: 'Esimene periood',
    partOf: '{{days}} päeva, täisperioodis {{of}}',
    save: 'Sõlmi leping',
    saveFor: 'Sõlmi leping, arve {{price}}',
    done: 'Leping {{number}} on sõlmitud, arve {{invoice}}',
    notSold: 'Seda paketti selles klubis enam ei müüda. Vali mõni teine.',
    overlaps: 'Kliendil on neil päevadel juba seda liiki leping',
    unpaid: 'Ei tehtud: kliendil on seda liiki lepingu eest arve maksmata',
    blocked: 'Ei tehtud: kliendi seda liiki leping on blokeeritud',
    gone: 'Seda klienti enam ei ole, võib-olla ühendati ta teisega. Otsi klient uuesti üles.',
  },

  price: 'Muuda hinda',
  priceTitle: 'Lepingu {{number}} uus hind',
  priceText:
    'Hind kehtib esimesest perioodist, mis algab valitud päeval või hiljem. Maksja saab kohe kirja. Tähtajaks või siduvuse ajaks kokku lepitud hind püsib selle lõpuni.',
  newPrice: 'Uus hind, {{period}}',
  priceNeeded: 'Kirjuta hind eurodes, näiteks 45,50',
  from: 'Alates',
  fromHint: 'Kõige varem {{date}}, et maksja saaks õigel ajal teada',
  fromTooEarly: 'Vali {{date}} või hilisem päev',
  fromTooSoon: 'Maksja ei saaks õigel ajal teada. Vali hilisem päev',
  priceMove: 'Hind',
  countsFrom: 'Perioodidele, mis algavad alates',
  priceDone: 'Uus hind on kirjas, maksja saab kirja',
  priceSame: 'Midagi ei muutunud: lepingul on juba see hind',

  block: 'Blokeeri leping',
  blockAgain: 'Muuda blokeeringut',
  blockTitle: 'Lepingu {{number}} blokeerimine',
  blockText:
    'Blokeeritud lepinguga klient sisse ei pääse ega saa broneerida ning juba broneeritud kohad vabastatakse. Perioodide eest esitatakse arveid edasi.',
  until: 'Blokeeringu viimane päev',
  untilHint: 'Tühi: kuni keegi blokeeringu eemaldab',
  untilPast: 'Vali tänane või hilisem päev',
  blockDone: 'Leping on blokeeritud',

  unblock: 'Eemalda blokeering',
  unblockTitle: 'Lepingu {{number}} blokeeringu eemaldamine',
  unblockText:
    'Kui võlga ei ole, saab lepingut kohe jälle kasutada. Vahepeal vabastatud broneeringud ise tagasi ei tule.',
  unblockDone: 'Blokeering on eemaldatud',

  collect: 'Anna inkassosse',
  collectTitle: 'Lepingu {{number}} andmine inkassosse',
  collectText:
    'Võlg {{amount}} läheb inkassosse. Leping suletakse: sellega ei saa broneerida ega sisse pääseda kuni see sealt tagasi võetakse.',
  collectDone: 'Võlg on antud inkassosse',

  recall: 'Võta inkassost tagasi',
  recallTitle: 'Lepingu {{number}} inkassost tagasivõtmine',
  recallText:
    'Leping jätkub nii, nagu poleks seda inkassosse antud, ka siis, kui kõik on nüüd makstud: vahepeal esitamata arved esitatakse ja võlga küsitakse jälle siit. Vabastatud broneeringud ise tagasi ei tule.',
  recallDone: 'Leping on inkassost tagasi',

  reason: 'Põhjus',
  reasonHint: 'Klient näeb seda lepingu juures, jääb ka muudatuste logisse',
  reasonNeeded: 'Kirjuta põhjus',
};
