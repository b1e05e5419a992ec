import type { Section } from '../en.ts';

export const feeds: Section<'feeds'> = {
  title: 'Jūsu kalendārā',
  text: 'Jūsu treniņi tālruņa vai datora kalendārā: viss, ko rezervējat un atceļat, tur parādās pats.',
  create: 'Izveidot adresi',
  creating: 'Izveido…',
  address: 'Privāta adrese',
  addressHint:
    'Pievienojiet to savā kalendārā kā abonementu. Kam tā ir, tas redz jūsu treniņus: nedodiet to nevienam.',
  copy: 'Kopēt adresi',
  copied: 'Adrese nokopēta',
  open: 'Atvērt kalendārā',
  revoke: 'Atsaukt adresi',
  revoking: 'Atsauc…',
  revokeTitle: 'Atsaukt kalendāra adresi?',
  revokeText:
    'Kalendāri, kas to izmanto, vairs nesaņems neko jaunu. Jaunu adresi varat izveidot jebkurā laikā.',
  keep: 'Paturēt adresi',
  created: 'Adrese ir izveidota',
  revoked: 'Adrese ir atsaukta',
  notLoaded: 'Kalendāra adresi neizdevās ielādēt',
  add: 'Pievienot kalendāram',
  addShort: 'Kalendārā',
  adding: 'Veido failu…',
  addNamed: 'Kalendārā: {{name}}, {{time}}',
  waitingFor: 'Rindā: {{name}}',
  freeUntil: 'Bez maksas varat atcelt līdz {{until}}.',
  onWaitingList: 'Jūs esat gaidīšanas rindā: vieta vēl nav jūsu.',
  cancelled: 'Šī rezervācija ir atcelta.',
  trainingCancelled: 'Centrs šo treniņu ir atcēlis.',
  place: '{{place}}. vieta',
  trainer: 'Treneris: {{name}}',
};
