import type { Section } from '../en.ts';

export const campaigns: Section<'campaigns'> = {
  ask: 'Man ir kampaņas kods',
  label: 'Kampaņas kods',
  apply: 'Izmantot',
  applying: 'Pārbauda…',
  applied: 'Kampaņas kods izmantots',
  remove: 'Noņemt',
  removeNamed: 'Noņemt kodu {{code}}',
  noneEffect: 'Kods ir pievienots, cena nemainās.',
  setEffect: 'Cena ar kodu: {{price}}',
  subtractEffect: '{{price}} mazāk par katru',
  percentEffect: '{{percent}}% lētāk',
  placesLeft_zero: 'Kodu var izmantot vēl {{count}} reižu. Viena būs jūsu, kad dosieties maksāt.',
  placesLeft_one: 'Kodu var izmantot vēl {{count}} reizi. Tā būs jūsu, kad dosieties maksāt.',
  placesLeft_other: 'Kodu var izmantot vēl {{count}} reizes. Viena būs jūsu, kad dosieties maksāt.',
  required: 'Ievadiet kodu',
};
