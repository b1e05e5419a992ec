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
};
