import type { Section } from '../en.ts';

export const uploads: Section<'uploads'> = {
  label: 'Faila apstrādes gaita',
  sending: 'Sūtām failu…',
  reading: 'Fails ir saņemts, lasām to…',
  still: 'Darbs turpinās, tas var aizņemt minūti.',
  stop: 'Pārtraukt',
};
