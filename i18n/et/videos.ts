import type { Section } from '../en.ts';

export const videos: Section<'videos'> = {
  title: 'Treeningvideod',
  search: 'Otsi',
  searchHint: 'Pealkiri, liik või sõnad kirjeldusest',
  none: 'Treeningvideoid veel pole',
  noneText: 'Kui keskus neid lisab, on need siin.',
  notFound: 'Midagi ei leitud',
  notFoundText: 'Proovi teiste sõnadega.',
  notLoaded: 'Videoid ei õnnestunud laadida',
  others: 'Muud videod',
  showAll: 'Näita kõiki: {{name}}',
  heading: 'Kõik videod',
  play: 'Esita: {{title}}',
  broken: 'Seda videot ei saa esitada',
  brokenText:
    'Faili ei saanud kätte või see seade ei tunne selle vormingut. Proovi hiljem uuesti või teise brauseriga.',
  openAt: 'Ei mängi? Ava see lehel {{service}}',
  noType: 'Sellist videote liiki pole',
  noTypeText: 'Võib-olla on see ära võetud.',
  toVideos: 'Treeningvideote juurde',
};
