import type { Section } from '../en.ts';

export const uploads: Section<'uploads'> = {
  label: 'Faila apstrādes gaita',
  sending: 'Sūta failu…',
  reading: 'Fails ir saņemts, to nolasa…',
  still: 'Darbs turpinās, tas var aizņemt minūti.',
  stop: 'Pārtraukt',
};
