import type { Section } from '../en.ts';

export const pages: Section<'pages'> = {
  address: 'Aadress',
  backToHome: 'Tagasi avalehele',
  buyingTerms: 'Ostutingimused',
  buyingTermsFailed: 'Ostutingimusi ei õnnestunud laadida',
  buyingTermsText: 'Millega ostes nõustud',
  clubs: 'Klubid',
  contact: 'Kontakt',
  here: 'Mida siin teha saab',
  loadFailedText: 'Server ei vastanud. Midagi ei ole kaduma läinud.',
  mails: 'Saadetud kirjad',
  mailsAttachment: 'Lisatud: {{name}}, {{kilobytes}}\u00a0kB',
  mailsEmpty: 'Kirju veel ei ole',
  mailsEmptyText: 'Siia ilmuvad kirjad, mis muidu teele läheksid, näiteks uue parooli lingid.',
  mailsFailed: 'Kirju ei õnnestunud laadida',
  mailsRefresh: 'Värskenda',
  mailsText: 'Siit ei saadeta midagi päriselt välja: need kirjad läheksid muidu meiliserverisse.',
  mailsTo: 'Saaja {{recipient}}',
  notFound: 'Seda lehte ei ole',
  notFoundText: 'Aadress võib olla vana või valesti kirjutatud. Sinu broneeringud on alles.',
};
