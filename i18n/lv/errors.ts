import type { Section } from '../en.ts';

export const errors: Section<'errors'> = {
  wrongCredentials: 'Nepareizs lietotājvārds vai parole',
  passwordNotValid: 'Parole nav pareiza',
  passwordTooCommon: 'Šo paroli svešinieki izmēģina starp pirmajām. Izvēlieties citu',
  resetLinkExpired: 'Saite ir novecojusi vai jau izmantota. Pieprasiet jaunu',
  trainingNotFound: 'Treniņš nav atrasts',
  unableToGetSchedule: 'Neizdevās ielādēt grafiku',
  unableToGetTrainingInfo: 'Neizdevās ielādēt treniņa datus',
  registeringNotAllowed: 'Pieteikšanās nav atļauta',
  bookingClosed: 'Vieta nav rezervēta: pieteikšanās slēgta plkst. {{time}}',
  bookingNotOpen: 'Vieta nav rezervēta: pieteikšanās sāksies {{date}} plkst. {{time}}',
  trainingCancelled: 'Vieta nav rezervēta: šis treniņš nenotiks',
  alreadyRegistered: 'Jūs jau esat pieteicies',
  overlappingTraining: 'Vieta nav rezervēta: jums tajā pašā laikā, plkst. {{time}}, ir {{name}}',
  registeringLimitExceeded: 'Pieteikumu ierobežojums sasniegts: jums var būt {{limit}} gaidāmi treniņi',
  sameDayLimitExceeded: 'Dienas ierobežojums sasniegts: {{limit}} treniņi dienā',
  sameStyleLimitExceeded:
    'Vieta nav rezervēta: jums tajā dienā plkst. {{time}} jau ir {{name}}. Sasniegts viena stila ierobežojums vienā dienā',
  noFreePlaces: 'Brīvu vietu nav',
  registrationNotFound: 'Pieteikums nav atrasts',
  cancellingNotAllowed: 'Atcelt vairs nevar: treniņš sākās plkst. {{time}}',
  bookingBanned: 'Rezervēt iepriekš varēsiet no {{date}} {{time}}',
  offerEnded: 'Piedāvājums ir beidzies; vieta tika nākamajam rindā',
  undoTooLate: 'Vietu vairs nevar atgūt',
  // Products and tickets.
  noProductsFound: 'Preces nav atrastas',
  ticketNotFound: 'Biļete nav atrasta',
  ticketExpired: 'Biļete bija derīga līdz {{date}}',
  ticketUsed: 'Biļete ir izmantota',
  ticketNotYetValid: 'Biļete ir derīga no {{date}}',

  // Vouchers.
  voucherNotFound: 'Dāvanu karte nav atrasta',
  voucherExpired: 'Dāvanu kartes termiņš ir beidzies',
  voucherAlreadyUsed: 'Dāvanu karte jau ir izmantota',
  voucherNotShareable: 'Ar šo dāvanu karti nevar dalīties',
  voucherNotYetValid: 'Dāvanu karte ir derīga no {{date}}',
  voucherRevoked: 'Centrs ir anulējis dāvanu karti',
  voucherNotForClub: 'Dāvanu karte ir derīga citā klubā',
  voucherLinksFull: 'Saite nav izveidota: vienai dāvanu kartei vienlaikus var būt {{limit}} atvērtas saites',
  voucherClaimed: 'Saite jau ir pieņemta, un to vairs nevar atsaukt',
  codeNotFound: 'Kods nav atrasts',

  // Campaigns.
  campaignCodeNotFound: 'Kampaņas kods nav atrasts',
  campaignNotYetValid: 'Kampaņas kods ir derīgs no {{date}}',
  campaignExpired: 'Kampaņas kods bija derīgs līdz {{date}}',
  codePlacesFull: 'Visas koda vietas ir aizņemtas',
  campaignNotForPackage: 'Kampaņas kods neattiecas uz šo abonementu',
  campaignNotForClub: 'Kampaņas kods šajā klubā nav derīgs',
  campaignAlreadyUsed: 'Jūs šo kampaņas kodu jau esat izmantojis',
  // Invoices.
  invoiceNotFound: 'Rēķins nav atrasts',
  noCredit: 'Nav avansa, ko izmantot',
  creditTooLarge: 'Nevar kreditēt vairāk, nekā ir rēķinā',
  // Payments
  invoiceAlreadyPaid: 'Šis rēķins jau ir apmaksāts',
  startingPaymentFailed:
    'Maksājumu neizdevās sākt. Nauda nav noņemta: mēģiniet vēlreiz vai izvēlieties citu veidu',
  paymentNotFound: 'Maksājums nav atrasts',
  refundNotPossible: 'No šī maksājuma šādu summu atmaksāt nevar: atmaksāt var ne vairāk kā {{most}} €',
  refundFailed: 'Maksājumu pakalpojuma sniedzējs atteica atmaksu. Nauda nav nosūtīta atpakaļ',
  bankFileNotValid: 'Šo konta izrakstu nevar nolasīt (camt.053)',
  bankFileOtherAccount: 'Šis izraksts ir par citu kontu',
  bankEntrySettled: 'Par šo maksājumu jau ir izlemts',
  // Paid trainings.
  coverNeeded: 'Nav rezervēts: šis treniņš ir par maksu, un neviena jūsu biļete vai dāvanu karte to nesedz',
  // What keeps a contract from covering a training.
  contractNotForClub: 'Nav rezervēts: jūsu līgums nesedz treniņus šajā klubā',
  contractNotForTime: 'Nav rezervēts: jūsu līgums nesedz treniņus šajā laikā',
  contractEnded: 'Nav rezervēts: jūsu līgums beidzas {{date}}',
  contractNotYetValid: 'Nav rezervēts: jūsu līgums sākas {{date}}',
  contractBlocked: 'Nav rezervēts: jūsu līgums ir bloķēts. Jautājiet centrā',
  contractInDebt: 'Nav rezervēts: jūsu līguma rēķins nav samaksāts laikā',
  contractFrozen: 'Nav rezervēts: jūsu līgums ir iesaldēts līdz {{date}}',
  contractVisitsUsed: 'Nav rezervēts: visi līguma apmeklējumi ({{visits}}) līdz {{date}} ir izmantoti',
  // Contracts.
  contractNotFound: 'Līgums nav atrasts',
  hasActiveContract: 'Izvēlētajā laikā tev jau ir spēkā esošs līgums',
  // Corrections of visits and uses.
  ticketUnlimited: 'Šai biļetei nav apmeklējumu skaita, ko labot',
  ticketVisitsTooFew: 'Nekas netika mainīts: atlikušo apmeklējumu skaits ir {{left}}',
  voucherUsesTooFew: 'Nekas netika mainīts: atlikušo reižu skaits ir {{left}}',
  // Packages of personal trainings.
  packageNotFound: 'Pakete nav atrasta',
  packageNotShareable: 'Ar šo paketi nevar dalīties',
  packageSharesFull: 'Ar paketi vienlaikus var dalīties ne vairāk kā ar {{limit}} cilvēkiem',
  shareNotFound: 'Ar to vairs nedalās',
};
