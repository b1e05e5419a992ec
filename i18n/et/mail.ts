import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Tere, {{name}}!',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: vali uus parool',
  passwordResetBody:
    'Keegi, loodetavasti sina, palus uut parooli. Vali see siin {{minutes}} minuti jooksul:\n\n{{link}}\n\nKui see polnud sina, ära tee midagi: vana parool jääb kehtima.',
  visitorSubject: '{{tenant}}: {{name}}, {{when}}',
  visitorBooked: 'Sulle on broneeritud koht: {{name}}, {{when}}.',
  visitorWaiting: 'Oled ootejärjekorras: {{name}}, {{when}}. Kui koht vabaneb, saab selle esimene ootaja.',
  visitorFreeUntil: 'Tasuta saad tühistada kuni {{until}}.',
  visitorCancelLink: 'Broneeringu tühistamiseks ava see link:\n\n{{link}}',
  visitorLeaveLink: 'Ootejärjekorrast loobumiseks ava see link:\n\n{{link}}',
  visitorNotYou: 'Kui sina seda ei broneerinud, ava samuti link ja tühista: siis saab koha keegi teine.',
  voucherSubject: '{{tenant}}: {{name}}',
  voucherClaimed: '{{giver}} kinkis sulle: {{name}}.',
  voucherBought: 'Sinu kinkekaart: {{name}}.',
  voucherFacts_one: 'Sellel on {{count}} kasutuskord ja see kehtib kuni {{until}}.',
  voucherFacts_other: 'Sellel on {{count}} kasutuskorda ja see kehtib kuni {{until}}.',
  voucherLink: 'Siin see on koos jäägiga:\n\n{{link}}',
  voucherCode:
    'Vastuvõtus näita seda lehte või ütle kood {{code}}. Kasutada saab igaüks, kellel on link või kood.',
  voucherTakenSubject: '{{tenant}}: {{claimer}} võttis sinu kinkekaardi vastu',
  voucherTaken: '{{claimer}} võttis vastu, mida jagasid: {{name}}. Tagasi võtta seda enam ei saa.',
};
