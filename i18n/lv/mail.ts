import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Labdien, {{name}}!',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: izvēlieties jaunu paroli',
  passwordResetBody:
    'Kāds, cerams, jūs, lūdza jaunu paroli. Izvēlieties to šeit {{minutes}} minūšu laikā:\n\n{{link}}\n\nJa tas nebijāt jūs, nedariet neko: paliek vecā parole.',
};
