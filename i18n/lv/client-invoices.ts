import type { Section } from '../en.ts';

export const clientInvoices: Section<'clientInvoices'> = {
  title: 'Rēķini',
  none: 'Rēķinu nav',
  notLoaded: 'Rēķinus neizdevās ielādēt',
  toPay: 'Kopā apmaksai: {{amount}}',
  credit: 'Klientam ir avanss {{amount}}',
  balance: 'apmaksai {{amount}}',
  open: 'Atvērt',
  openNamed: 'Atvērt rēķinu {{number}}',
  more: 'Rādīt vairāk rēķinu',
  card: 'Karte',
  paidBy: '{{how}}, {{amount}}',
  refunded: '{{amount}} atmaksāts',
  onItsWay: '{{amount}} tiek atmaksāts',

  creditLines: 'Kreditēt',
  creditTitle: 'Rēķina {{number}} kreditēšana',
  creditText:
    'Kredītrēķins tiek izveidots uzreiz, un maksātājs to saņem e-pastā. Jau samaksātais kļūst par klienta avansu: ar to var apmaksāt citus rēķinus vai to atmaksāt.',
  amountOf: 'Summa: {{article}}',
  most: 'Ne vairāk kā {{amount}}',
  amountNeeded: 'Ierakstiet summu eiro, ne vairāk kā {{amount}}',
  credited: 'Tiek kreditēts',
  toCredit: 'Kļūst par klienta avansu',
  stillToPay: 'Vēl jāmaksā',
  creditReason: 'Būs redzams kredītrēķinā',
  creditDone: 'Kredītrēķins {{number}} par {{amount}} ir izveidots',

  writeOff: 'Norakstīt',
  writeOffTitle: 'Vai norakstīt rēķinu {{number}}?',
  writeOffText:
    'Centrs atsakās no neapmaksātās summas: atgādinājumus vairs nesūta, un tas vairs nav klienta parāds. Šeit to atsaukt nevar. Ja nauda tomēr pienāk, tā tiek iegrāmatota.',
  givenUp: 'Atsakāmies no summas',
  keep: 'Nenorakstīt',
  writeOffDone: '{{amount}} ir norakstīts',

  refund: 'Atmaksāt',
  refundTitle: 'Rēķina {{number}} naudas atmaksa',
  refundText:
    'Nauda atgriežas turpat, no kurienes tā nāca: {{how}}. Ar bankas pārskaitījumu vai uz vietas samaksātais jāatmaksā pašiem.',
  refundAmount: 'Summa',
  goesBack: 'Tiek atmaksāts',
  fromCredit: 'No tā klienta avanss',
  fromInvoice:
    'Pēc tam no rēķina atkal jāmaksā {{amount}}. Ja klients to nav parādā, vispirms kreditējiet rēķinu.',
  refundReason: 'Paliek pie atmaksas un izmaiņu žurnālā',
  refundDone: 'Nauda ir atmaksāta',
  refundSent: 'Maksājumu pakalpojums atmaksu pieņēma, nauda ir ceļā',

  reason: 'Iemesls',
  reasonNeeded: 'Uzrakstiet iemeslu',
};
