import type { Section } from '../en.ts';

export const uploads: Section<'uploads'> = {
  label: 'Kui kaugel fail on',
  sending: 'Saadan faili…',
  reading: 'Fail on kohal, loen seda…',
  still: 'Töö käib edasi, see võib võtta minuti.',
  stop: 'Katkesta',
};
