import type { Section } from '../en.ts';

export const campaigns: Section<'campaigns'> = {
  ask: 'Man ir kampaņas kods',
  label: 'Kampaņas kods',
  apply: 'Izmantot',
  applying: 'Pārbauda…',
  applied: 'Kampaņas kods izmantots',
  remove: 'Noņemt',
  removeNamed: 'Noņemt kodu {{code}}',
  noneEffect: 'Kods ir pierakstīts. Cenu tas nemaina.',
  setEffect: 'Cena ar kodu: {{price}}',
  subtractEffect: '{{price}} mazāk par katru',
  percentEffect: '{{percent}}% lētāk',
  placesLeft_zero: 'Atlicis {{count}} vietu. Savu saņemsiet, kad dosieties maksāt.',
  placesLeft_one: 'Atlikusi {{count}} vieta. Tā būs jūsu, kad dosieties maksāt.',
  placesLeft_other: 'Atlikušas {{count}} vietas. Savu saņemsiet, kad dosieties maksāt.',
  required: 'Ievadiet kodu',
};
