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
  voucherSubject: '{{tenant}}: {{name}}',
  voucherClaimed: '{{giver}} jums uzdāvināja: {{name}}.',
  voucherBought: 'Jūsu dāvanu karte: {{name}}.',
  voucherFacts_zero: 'Tajā ir {{count}} reižu, un tā ir derīga līdz {{until}}.',
  voucherFacts_one: 'Tajā ir {{count}} reize, un tā ir derīga līdz {{until}}.',
  voucherFacts_other: 'Tajā ir {{count}} reizes, un tā ir derīga līdz {{until}}.',
  voucherLink: 'Šeit tā ir kopā ar atlikumu:\n\n{{link}}',
  voucherCode:
    'Reģistratūrā parādiet šo lapu vai nosauciet kodu {{code}}. To var izmantot ikviens, kam ir saite vai kods.',
  voucherTakenSubject: '{{tenant}}: {{claimer}} pieņēma jūsu dāvanu karti',
  voucherTaken: '{{claimer}} pieņēma to, ar ko dalījāties: {{name}}. Atsaukt to vairs nevar.',
};
