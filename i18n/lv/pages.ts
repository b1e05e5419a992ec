import type { Section } from '../en.ts';

export const pages: Section<'pages'> = {
  address: 'Adrese',
  backToHome: 'Atpakaļ uz sākumlapu',
  buyingTerms: 'Pirkuma noteikumi',
  buyingTermsFailed: 'Pirkuma noteikumus neizdevās ielādēt',
  buyingTermsText: 'Kam piekrītat, pērkot',
  clubs: 'Klubi',
  contact: 'Kontakti',
  here: 'Ko šeit var darīt',
  loadFailedText: 'Serveris neatbildēja. Nekas nav zudis.',
  mails: 'Nosūtītās vēstules',
  mailsAttachment: 'Pielikumā: {{name}}, {{kilobytes}}\u00a0kB',
  mailsEmpty: 'Vēstuļu vēl nav',
  mailsEmptyText: 'Šeit parādās vēstules, kas citādi tiktu nosūtītas, piemēram, saites jaunai parolei.',
  mailsFailed: 'Vēstules neizdevās ielādēt',
  mailsRefresh: 'Atsvaidzināt',
  mailsText: 'No šejienes nekas netiek sūtīts: šīs vēstules citādi saņemtu pasta serveris.',
  mailsTo: 'Saņēmējs {{recipient}}',
  notFound: 'Šādas lapas nav',
  notFoundText: 'Adrese var būt novecojusi vai kļūdaina. Jūsu rezervācijas ir saglabātas.',
};
