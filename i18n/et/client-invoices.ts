import type { Section } from '../en.ts';

export const clientInvoices: Section<'clientInvoices'> = {
  title: 'Arved',
  none: 'Arveid ei ole',
  notLoaded: 'Arveid ei õnnestunud laadida',
  toPay: 'Kokku maksta: {{amount}}',
  credit: 'Kliendil on ettemaksu {{amount}}',
  balance: 'maksta {{amount}}',
  open: 'Ava',
  openNamed: 'Ava arve {{number}}',
  more: 'Näita rohkem arveid',
  card: 'Kaart',
  paidBy: '{{how}}, {{amount}}',
  refunded: '{{amount}} tagasi makstud',
  onItsWay: '{{amount}} on tagasi teel',

  creditLines: 'Krediteeri',
  creditTitle: 'Arve {{number}} krediteerimine',
  creditText:
    'Kreeditarve tehakse kohe ja maksja saab selle kirjaga. Mis oli juba makstud, jääb kliendi ettemaksuks: sellega saab maksta teisi arveid või selle tagasi maksta.',
  amountOf: 'Summa: {{article}}',
  most: 'Kuni {{amount}}',
  amountNeeded: 'Kirjuta summa eurodes, kuni {{amount}}',
  credited: 'Krediteeritakse',
  toCredit: 'Jääb kliendi ettemaksuks',
  stillToPay: 'Jääb maksta',
  creditReason: 'Seda näeb kreeditarvel',
  creditDone: 'Kreeditarve {{number}} summas {{amount}} on tehtud',

  writeOff: 'Kanna maha',
  writeOffTitle: 'Kas kanda arve {{number}} maha?',
  writeOffText:
    'Keskus loobub maksmata summast: meeldetuletusi enam ei saadeta ja kliendi võlg see ei ole. Siin seda tagasi võtta ei saa. Kui raha siiski laekub, kantakse see arvele.',
  givenUp: 'Loobume summast',
  keep: 'Ära kanna maha',
  writeOffDone: '{{amount}} on maha kantud',

  refund: 'Maksa tagasi',
  refundTitle: 'Arve {{number}} raha tagasimaksmine',
  refundText:
    'Raha läheb tagasi sinna, kust see tuli: {{how}}. Pangaülekandega või kohapeal makstu tuleb tagasi maksta käsitsi.',
  refundAmount: 'Summa',
  goesBack: 'Läheb tagasi',
  fromCredit: 'Sellest kliendi ettemaks',
  fromInvoice: 'Arvest tuleb siis {{amount}} uuesti maksta. Kui klient seda ei võlgne, krediteeri enne arve.',
  refundReason: 'Jääb tagasimakse juurde ja muudatuste logisse',
  refundDone: 'Raha on tagasi makstud',
  refundSent: 'Makseteenus võttis tagasimakse vastu, raha on teel',

  reason: 'Põhjus',
  reasonNeeded: 'Kirjuta põhjus',
};
