import type { Section } from '../en.ts';

export const errors: Section<'errors'> = {
  wrongCredentials: 'Vale kasutajanimi või parool',
  passwordNotValid: 'Parool ei ole õige',
  passwordTooCommon: 'Seda parooli proovivad võõrad esimeste seas. Vali teine',
  resetLinkExpired: 'Link on aegunud või juba kasutatud. Küsi uus',
  trainingNotFound: 'Treeningut ei leitud',
  unableToGetSchedule: 'Tunniplaani ei õnnestunud laadida',
  unableToGetTrainingInfo: 'Treeningu andmeid ei õnnestunud laadida',
  registeringNotAllowed: 'Registreerimine ei ole lubatud',
  bookingClosed: 'Kohta ei broneeritud: broneerimine suleti kell {{time}}',
  bookingNotOpen: 'Kohta ei broneeritud: broneerimine avaneb {{date}} kell {{time}}',
  trainingCancelled: 'Kohta ei broneeritud: see treening jääb ära',
  alreadyRegistered: 'Oled juba registreeritud',
  overlappingTraining: 'Kohta ei broneeritud: sul on samal ajal, kell {{time}}, {{name}}',
  registeringLimitExceeded: 'Registreerimiste piirang on täis: sul võib ees olla {{limit}} treeningut',
  sameDayLimitExceeded: 'Ühe päeva piirang on täis: {{limit}} treeningut päevas',
  sameStyleLimitExceeded:
    'Kohta ei broneeritud: sul on samal päeval kell {{time}} juba {{name}}. Sama stiili piirang ühel päeval on täis',
  noFreePlaces: 'Vabu kohti ei ole',
  registrationNotFound: 'Registreeringut ei leitud',
  cancellingNotAllowed: 'Tühistada enam ei saa: treening algas kell {{time}}',
  bookingBanned: 'Ette broneerimine on sulle suletud kuni {{date}} {{time}}',
  offerEnded: 'Pakkumine on lõppenud; koht läks järgmisele järjekorras',
  undoTooLate: 'Kohta ei saa enam tagasi võtta',
  // Products and tickets.
  noProductsFound: 'Tooteid ei leitud',
  ticketNotFound: 'Piletit ei leitud',
  ticketExpired: 'Pilet kehtis kuni {{date}}',
  ticketUsed: 'Pilet on kasutatud',
  ticketNotYetValid: 'Pilet kehtib alates {{date}}',

  // Vouchers.
  voucherNotFound: 'Kinkekaarti ei leitud',
  voucherExpired: 'Kinkekaart on aegunud',
  voucherAlreadyUsed: 'Kinkekaart on juba kasutatud',
  voucherNotShareable: 'Seda kinkekaarti ei saa jagada',
  voucherNotYetValid: 'Kinkekaart kehtib alates {{date}}',
  voucherRevoked: 'Keskus on kinkekaardi tühistanud',
  voucherNotForClub: 'Kinkekaart kehtib teises klubis',
  voucherLinksFull: 'Linki ei tehtud: ühel kinkekaardil võib korraga avatud olla {{limit}} linki',
  voucherClaimed: 'Link on juba vastu võetud ja seda tagasi võtta ei saa',
  codeNotFound: 'Koodi ei leitud',

  // Campaigns.
  campaignCodeNotFound: 'Kampaaniakoodi ei leitud',
  campaignNotYetValid: 'Kampaaniakood kehtib alates {{date}}',
  campaignExpired: 'Kampaaniakood kehtis kuni {{date}}',
  codePlacesFull: 'Koodi kohad on täis',
  campaignNotForPackage: 'Kampaaniakood ei kehti sellele paketile',
  campaignNotForClub: 'Kampaaniakood ei kehti selles klubis',
  campaignAlreadyUsed: 'Oled seda kampaaniakoodi juba kasutanud',
  // Invoices.
  invoiceNotFound: 'Arvet ei leitud',
  noCredit: 'Ettemaksu, mida kasutada, ei ole',
  creditTooLarge: 'Krediteerida ei saa rohkem, kui arvel on',
  // Payments
  invoiceAlreadyPaid: 'See arve on juba makstud',
  startingPaymentFailed: 'Makset ei saanud alustada. Raha ei võetud: proovi uuesti või vali teine viis',
  paymentNotFound: 'Makset ei leitud',
  refundNotPossible: 'Seda summat ei saa sellest maksest tagastada: tagastada saab kuni {{most}} €',
  refundFailed: 'Makseteenuse pakkuja keeldus tagastamast. Raha tagasi ei saadetud',
  bankFileNotValid: 'See ei ole loetav kontoväljavõte (camt.053)',
  bankFileOtherAccount: 'See väljavõte on teise konto kohta',
  bankEntrySettled: 'See laekumine on juba otsustatud',
  // Paid trainings.
  coverNeeded: 'Ei broneeritud: see trenn on tasuline ja ükski sinu pilet ega kinkekaart ei kata seda',
  // Contracts.
  contractNotFound: 'Lepingut ei leitud',
  hasActiveContract: 'Valitud ajal on sul juba kehtiv leping',
  // Corrections of visits and uses.
  ticketUnlimited: 'Sellel piletil ei ole kordade arvu, mida parandada',
  ticketVisitsTooFew: 'Midagi ei muudetud: kordi on alles vaid {{left}}',
  voucherUsesTooFew: 'Midagi ei muudetud: kordi on alles vaid {{left}}',
};
