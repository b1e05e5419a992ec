import type { Section } from '../en.ts';

export const billing: Section<'billing'> = {
  /** A line of an invoice. */
  freezeArticle: '{{name}}: apturēšana {{from}}–{{until}}',
  /** Why a credit note is written. */
  surplusReason: 'Dienas pēc līguma {{number}} beigām',

  // Mails about a contract; {{name}} is the package, {{number}} the contract's.
  renewsSubject: '{{tenant}}: līgums turpinās pēc {{end}}',
  renewsText:
    'Jūsu līgums {{number}} ({{name}}) beidzas {{end}} un pēc tam pats turpinās līdz {{next}}. Ja tas jums der, nekas nav jādara.',
  renewsChoice: 'Ja vēlaties līgumu izbeigt, izdariet to ne vēlāk kā {{choice}}:\n\n{{link}}',
  endsSubject: '{{tenant}}: līgums beidzas {{end}}',
  endsText: 'Jūsu līgums {{number}} ({{name}}) beidzas {{end}}. Tā ir līguma pēdējā diena.',
  endsChoice: 'Ja vēlaties turpināt trenēties, varat noslēgt jaunu līgumu:\n\n{{link}}',
  priceSubject: '{{tenant}}: jauna cena no {{from}}',
  priceText:
    'Jūsu līguma {{number}} ({{name}}) cena mainās: līdz šim {{before}}, turpmāk {{after}}. Jaunā cena attiecas uz pirmo periodu, kas sākas {{from}} vai vēlāk; jau samaksātais nemainās.',
  priceChoice: 'Ja nepiekrītat, varat līgumu izbeigt pirms šīs dienas:\n\n{{link}}',
  priceKeptSubject: '{{tenant}}: cena paliek {{after}}',
  priceKeptText:
    'Jaunās cenas {{told}}, par kuru jums rakstījām, nebūs. Jūsu līguma {{number}} ({{name}}) cena paliek {{after}}.',
  priceKeptChoice: 'Nekas nav jādara. Līgumu varat apskatīt šeit:\n\n{{link}}',
  debtSubject: '{{tenant}}: līgumam ir neapmaksāts rēķins',
  debtText:
    'Par jūsu līgumu {{number}} ({{name}}) nav samaksāti {{amount}}; termiņš bija {{due}}. Kamēr tas nav samaksāts, ar šo līgumu nevar rezervēt. Ienākt varat līdz {{grace}}.',
  badDebtSubject: '{{tenant}}: līgums ir slēgts līdz samaksai',
  badDebtText:
    'Par jūsu līgumu {{number}} ({{name}}) kopš {{due}} nav samaksāti {{amount}}. Kamēr tas nav samaksāts, ar šo līgumu nevar ne ienākt, ne rezervēt.',
  debtChoice: 'Tiklīdz tas ir samaksāts, viss uzreiz atkal darbojas. Samaksāt var šeit:\n\n{{link}}',
};
