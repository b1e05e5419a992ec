import type { Section } from '../en.ts';

export const billing: Section<'billing'> = {
  /** A line of an invoice. */
  freezeArticle: '{{name}}: peatamine {{from}}–{{until}}',
  /** Why a credit note is written. */
  surplusReason: 'Lepingu {{number}} lõpu järgsed päevad',

  // Mails about a contract; {{name}} is the package, {{number}} the contract's.
  renewsSubject: '{{tenant}}: leping jätkub pärast {{end}}',
  renewsText:
    'Leping {{number}} ({{name}}) lõpeb {{end}} ja jätkub siis ise kuni {{next}}. Kui see sobib, ei ole vaja midagi teha.',
  renewsChoice: 'Kui soovid lepingu lõpetada, tee seda hiljemalt {{choice}}:\n\n{{link}}',
  endsSubject: '{{tenant}}: leping lõpeb {{end}}',
  endsText: 'Leping {{number}} ({{name}}) lõpeb {{end}}. See on lepingu viimane päev.',
  endsChoice: 'Kui soovid treenimist jätkata, saad sõlmida uue lepingu:\n\n{{link}}',
  priceSubject: '{{tenant}}: uus hind alates {{from}}',
  priceText:
    'Lepingu {{number}} ({{name}}) hind muutub: seni {{before}}, edaspidi {{after}}. Uus hind kehtib esimesest perioodist, mis algab {{from}} või hiljem; juba makstu jääb samaks.',
  priceChoice: 'Kui sa uue hinnaga ei nõustu, saad lepingu enne seda lõpetada:\n\n{{link}}',
  priceKeptSubject: '{{tenant}}: hind jääb endiseks, {{after}}',
  priceKeptText:
    'Uut hinda {{told}}, millest sulle kirjutasime, ei tule. Lepingu {{number}} ({{name}}) hind on ka edaspidi {{after}}.',
  priceKeptChoice: 'Midagi ei ole vaja teha. Lepingut näed siin:\n\n{{link}}',
  debtSubject: '{{tenant}}: lepingul on maksmata arve',
  debtText:
    'Lepingu {{number}} ({{name}}) eest on maksmata {{amount}}; tähtaeg oli {{due}}. Kuni see on maksmata, ei saa selle lepinguga broneerida. Sisse pääsed kuni {{grace}}.',
  badDebtSubject: '{{tenant}}: leping on maksmiseni suletud',
  badDebtText:
    'Lepingu {{number}} ({{name}}) eest on alates {{due}} maksmata {{amount}}. Kuni see on maksmata, ei saa selle lepinguga sisse ega broneerida.',
  debtChoice: 'Kui arve on makstud, toimib kõik kohe jälle. Maksa siin:\n\n{{link}}',
};
