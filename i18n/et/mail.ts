import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Tere, {{name}}!',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: vali uus parool',
  passwordResetBody:
    'Keegi, loodetavasti sina, palus uut parooli. Vali see siin {{minutes}} minuti jooksul:\n\n{{link}}\n\nKui see polnud sina, ära tee midagi: vana parool jääb kehtima.',
};
