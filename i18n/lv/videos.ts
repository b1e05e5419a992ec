import type { Section } from '../en.ts';

export const videos: Section<'videos'> = {
  title: 'Treniņu video',
  search: 'Meklēt',
  searchHint: 'Virsraksts, veids vai vārdi no apraksta',
  none: 'Treniņu video vēl nav',
  noneText: 'Kad centrs tos pievienos, tie būs šeit.',
  notFound: 'Nekas nav atrasts',
  notFoundText: 'Mēģiniet ar citiem vārdiem.',
  notLoaded: 'Video neizdevās ielādēt',
  others: 'Citi video',
  showAll: 'Rādīt visus: {{name}}',
  heading: 'Visi video',
  play: 'Atskaņot: {{title}}',
  broken: 'Šo video nevar atskaņot',
  brokenText: 'Fails netika saņemts vai šī ierīce nepazīst tā formātu. Mēģiniet vēlāk vai ar citu pārlūku.',
  openAt: 'Neatskaņojas? Atveriet to vietnē {{service}}',
  noType: 'Tāda video veida nav',
  noTypeText: 'Iespējams, tas ir noņemts.',
  toVideos: 'Uz treniņu video',
};
