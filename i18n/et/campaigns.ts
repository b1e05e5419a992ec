import type { Section } from '../en.ts';

export const campaigns: Section<'campaigns'> = {
  ask: 'Mul on kampaaniakood',
  label: 'Kampaaniakood',
  apply: 'Rakenda',
  applying: 'Kontrollin…',
  applied: 'Kampaaniakood rakendatud',
  remove: 'Eemalda',
  removeNamed: 'Eemalda kood {{code}}',
  noneEffect: 'Kood on kirjas, hind jääb samaks.',
  setEffect: 'Hind koodiga: {{price}}',
  subtractEffect: '{{price}} vähem iga toote eest',
  percentEffect: '{{percent}}% soodsam',
  placesLeft_one: 'Koodi saab kasutada veel {{count}} korra. See jääb sulle, kui lähed maksma.',
  placesLeft_other: 'Koodi saab kasutada veel {{count}} korda. Üks jääb sulle, kui lähed maksma.',
  required: 'Sisesta kood',
};
