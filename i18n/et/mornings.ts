import type { Section } from '../en.ts';

export const mornings: Section<'mornings'> = {
  subject: '{{tenant}}: sinu päev {{date}}',
  own: 'Sinu trennid täna:',
  training: '{{time}} {{name}}, {{room}}, {{club}}: {{booked}}/{{places}}',
  waiting_one: '{{count}} ootel',
  waiting_other: '{{count}} ootel',
  todo: 'Ootab sind:',
  noTrainer: '{{time}} {{name}}: treenerit pole',
  replacements_one: '{{count}} avatud asendussoov',
  replacements_other: '{{count}} avatud asendussoovi',
  rolls_one: '{{count}} nimekiri on sulgemata',
  rolls_other: '{{count}} nimekirja on sulgemata',
  bank_one: '{{count}} pangakanne on sidumata',
  bank_other: '{{count}} pangakannet on sidumata',
  all_one: 'Kogu keskuses: {{count}} trenn, broneeringuid {{booked}}.',
  all_other: 'Kogu keskuses: {{count}} trenni, broneeringuid {{booked}}.',
  see: 'Ava tunniplaan: {{link}}',
  choice: 'Kas see kiri tuleb, valid siin: {{link}}',
};
