import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Labdien, {{name}}!',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: izvēlieties jaunu paroli',
  passwordResetBody:
    'Kāds, cerams, jūs, lūdza jaunu paroli. Izvēlieties to šeit {{minutes}} minūšu laikā:\n\n{{link}}\n\nJa tas nebijāt jūs, nedariet neko: paliek vecā parole.',
  visitorSubject: '{{tenant}}: {{name}}, {{when}}',
  visitorBooked: 'Jums ir rezervēta vieta: {{name}}, {{when}}.',
  visitorWaiting:
    'Jūs esat gaidīšanas rindā: {{name}}, {{when}}. Ja vieta atbrīvosies, to saņems pirmais rindā.',
  visitorFreeUntil: 'Bez maksas varat atcelt līdz {{until}}.',
  visitorCancelLink: 'Lai atceltu rezervāciju, atveriet šo saiti:\n\n{{link}}',
  visitorLeaveLink: 'Lai izstātos no gaidīšanas rindas, atveriet šo saiti:\n\n{{link}}',
  visitorNotYou: 'Ja to nerezervējāt jūs, arī atveriet saiti un atceliet: tad vietu saņems kāds cits.',
};
