import type { Section } from '../en.ts';

export const campaigns: Section<'campaigns'> = {
  ask: 'Mul on kampaaniakood',
  label: 'Kampaaniakood',
  apply: 'Rakenda',
  applying: 'Kontrollin…',
  applied: 'Kampaaniakood rakendatud',
  remove: 'Eemalda',
  removeNamed: 'Eemalda kood {{code}}',
  noneEffect: 'Kood on kirjas. Hinda see ei muuda.',
  setEffect: 'Hind koodiga: {{price}}',
  subtractEffect: '{{price}} vähem iga toote eest',
  percentEffect: '{{percent}}% soodsam',
  placesLeft_one: '{{count}} koht alles. See on sinu, kui lähed maksma.',
  placesLeft_other: '{{count}} kohta alles. Saad oma, kui lähed maksma.',
  required: 'Sisesta kood',
};
