import type { Section } from '../en.ts';

export const errors: Section<'errors'> = {
  wrongCredentials: 'Pieslēgšanās dati nav pareizi. Pārbaudiet tos',
  passwordNotValid: 'Parole nav pareiza',
  factorNotValid: 'Šis kods neder. Ņemiet to, ko lietotne rāda tagad',
  loginOver: 'Pieslēgšanās ieilga. Ievadiet paroli vēlreiz',
  codesThereAlready: 'Kodu lietotne jau ir iestatīta',
  passkeyNotValid: 'Šī piekļuves atslēga netika pieņemta. Izmēģiniet citu atslēgu vai citu veidu',
  passkeyRequestOver: 'Tas aizņēma pārāk ilgu laiku. Nospiediet vēlreiz',
  passkeyThereAlready: 'Šī piekļuves atslēga jau ir pievienota',
  passkeyNotFound: 'Šī piekļuves atslēga jau ir noņemta',
  tooManyPasskeys: 'Jums ir {{limit}} piekļuves atslēgas. Vispirms noņemiet kādu, ko vairs nelietojat',
  identityNotOffered: 'Šis centrs šo pakalpojumu nelieto',
  identityServiceSilent:
    'Personas apliecināšanas pakalpojums pašlaik neatbild. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  identityRequestOver: 'Tas aizņēma pārāk ilgu laiku vai tika sākts citā logā. Nospiediet vēlreiz',
  identityRefused: 'Apstiprinājuma nebija. Mēģiniet vēlreiz vai turpiniet citādi',
  identityTimedOut: 'Nesagaidījām jūsu PIN. Mēģiniet vēlreiz',
  identityNotValid: 'Atbildei nevarēja uzticēties. Mēģiniet vēlreiz vai turpiniet citādi',
  identityUnknown:
    'Ar to šeit nav piesaistīts neviens konts. Pieslēdzieties citādi un piesaistiet to savā profilā',
  identityOfOther: 'Tas šeit ir piesaistīts citam kontam',
  identityThereAlready: 'Tas jau ir piesaistīts',
  mobileIdNotFound: 'Ar šo numuru un personas kodu Mobile-ID nav. Pārbaudiet abus',
  mobileIdPhoneAbsent: 'Tālrunis ir izslēgts vai bez signāla. Mēģiniet, kad signāls ir',
  mobileIdNotDelivered: 'Jautājums nesasniedza tālruni. Mēģiniet pēc brīža vēlreiz',
  mobileIdSimFailed: 'SIM karte to nevarēja izdarīt. Jautājiet operatoram vai pieslēdzieties citādi',
  idCardRevoked:
    'Šī eID karte ir anulēta vai apturēta, un ar to pieslēgties nevar. Ņemiet derīgu karti, lūdziet jaunu tās izdevējam vai turpiniet citādi',
  idCardUnknown: 'Kartes izdevējs šādu karti nezina. Ņemiet citu karti vai turpiniet citādi',
  idCardIssuerSilent:
    'Nevarējām pārbaudīt, vai karte ir derīga: tās izdevējs neatbild. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardIssuerLate:
    'Kartes derīguma pārbaude aizņēma pārāk ilgu laiku. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardIssuerRefusing:
    'Kartes izdevējs pašlaik nevar pateikt, vai tā ir derīga. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardAnswerUnreadable:
    'Kartes izdevēja atbildi nevarēja saprast. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardAnswerUnsigned:
    'Atbilde par kartes derīgumu nenāca no tās izdevēja. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardAnswerOfAnother:
    'Atbilde bija par citas kartes derīgumu. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardAnswerOld:
    'Atbilde par kartes derīgumu nav pašreizēja. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  idCardAnswerReplayed:
    'Atbilde par kartes derīgumu bija dota jau pirms jautājuma. Mēģiniet pēc brīža vēlreiz vai turpiniet citādi',
  identityNotFound: 'Tas jau ir noņemts',
  tooManyIdentities: 'Jums ir {{limit}} šādi veidi. Vispirms noņemiet kādu, ko vairs nelietojat',
  resetLinkEarly: 'Saite vēl nedarbojas: tā sāks darboties diennakti pēc nosūtīšanas',
  factorMissing: 'Vispirms iestatiet otro soli',
  factorDemanded: 'Šis centrs no jums prasa otro soli: iestatiet to savā profilā',
  proofNeeded: 'Apstipriniet vēlreiz, ka tas esat jūs',
  passwordTooCommon: 'Šo paroli svešinieki izmēģina starp pirmajām. Izvēlieties citu',
  resetLinkExpired: 'Saite ir novecojusi vai jau izmantota. Pieprasiet jaunu',
  trainingNotFound: 'Treniņš nav atrasts',
  registeringNotAllowed: 'Rezervēšana nav atļauta',
  bookingClosed: 'Vieta nav rezervēta: rezervēšana slēgta plkst. {{time}}',
  bookingNotOpen: 'Vieta nav rezervēta: rezervēšana sāksies {{date}} plkst. {{time}}',
  trainingCancelled: 'Vieta nav rezervēta: šis treniņš nenotiks',
  alreadyRegistered: 'Vieta jau ir jūsu',
  overlappingTraining: 'Vieta nav rezervēta: jums tajā pašā laikā, plkst. {{time}}, ir {{name}}',
  addressLimitExceeded:
    'Vieta nav rezervēta: ar vienu e-pasta adresi treniņā var būt ne vairāk kā {{limit}} vietas',
  registeringLimitExceeded: 'Vieta nav rezervēta: gaidāmo treniņu vienlaikus var būt ne vairāk par {{limit}}',
  sameDayLimitExceeded: 'Vieta nav rezervēta: treniņu vienā dienā var būt ne vairāk par {{limit}}',
  sameStyleLimitExceeded:
    'Vieta nav rezervēta: jums tajā dienā plkst. {{time}} jau ir {{name}}. Vairāk šī stila treniņu tajā dienā rezervēt nevar',
  noFreePlaces: 'Brīvu vietu nav',
  registrationNotFound: 'Rezervācija nav atrasta',
  cancellingNotAllowed: 'Atcelt vairs nevar: treniņš sākās plkst. {{time}}',
  placeUsed: 'Jūsu apmeklējums ir atzīmēts: vieta ir izmantota, un to vairs nevar atdot',
  bookingBanned: 'Rezervēt iepriekš varēsiet no {{date}} {{time}}',
  offerEnded: 'Piedāvājums ir beidzies; vieta tika nākamajam rindā',
  undoTooLate: 'Vietu vairs nevar atgūt',
  // Products and tickets.
  noProductsFound: 'Produkti nav atrasti',
  ticketNotFound: 'Biļete nav atrasta',
  ticketExpired: 'Biļete bija derīga līdz {{date}}',
  ticketUsed: 'Biļete ir izmantota',
  ticketNotYetValid: 'Biļete ir derīga no {{date}}',
  ticketBookedPast: 'Biļete beigtos {{until}}, pirms treniņa {{booked}}. Vispirms atsakieties no tā',

  // Vouchers.
  voucherNotFound: 'Dāvanu karte nav atrasta',
  voucherExpired: 'Dāvanu kartes termiņš ir beidzies',
  voucherAlreadyUsed: 'Dāvanu karte jau ir izmantota',
  voucherNotShareable: 'Ar šo dāvanu karti nevar dalīties',
  voucherNotYetValid: 'Dāvanu karte ir derīga no {{date}}',
  voucherRevoked: 'Centrs ir anulējis dāvanu karti',
  voucherNotForClub: 'Dāvanu karte ir derīga citā klubā',
  voucherLinksFull:
    'Saite nav izveidota: atvērto saišu vienai dāvanu kartei vienlaikus var būt ne vairāk par {{limit}}',
  voucherKept: 'Nekas nav mainīts: dāvanu karte jau ir cita cilvēka kontā',
  voucherClaimed: 'Saite jau ir pieņemta, un to vairs nevar atsaukt',
  codeNotFound: 'Kods nav atrasts',

  // Campaigns.
  campaignCodeNotFound: 'Kampaņas kods nav atrasts',
  campaignNotYetValid: 'Kampaņas kods ir derīgs no {{date}}',
  campaignExpired: 'Kampaņas kods bija derīgs līdz {{date}}',
  codePlacesFull: 'Visas koda reizes ir izmantotas',
  campaignNotForPackage: 'Kampaņas kods neattiecas uz šo abonementu',
  campaignNotForClub: 'Kampaņas kods šajā klubā nav derīgs',
  campaignAlreadyUsed: 'Jūs šo kampaņas kodu jau izmantojāt',
  // Invoices.
  invoiceNotFound: 'Rēķins nav atrasts',
  noCredit: 'Avansa nav',
  // Payments
  invoiceAlreadyPaid: 'Šis rēķins jau ir apmaksāts',
  startingPaymentFailed:
    'Maksājumu neizdevās sākt. Nauda nav noņemta: mēģiniet vēlreiz vai izvēlieties citu veidu',
  paymentNotFound: 'Maksājums nav atrasts',
  // Paid trainings.
  coverNeeded: 'Nav rezervēts: šis treniņš ir par maksu, un neviena jūsu biļete vai dāvanu karte to nesedz',
  // What keeps a contract from covering a training.
  contractNotForClub: 'Nav rezervēts: jūsu līgums nesedz treniņus šajā klubā',
  contractNotForTime: 'Nav rezervēts: jūsu līgums nesedz treniņus šajā laikā',
  contractEnded: 'Nav rezervēts: jūsu līgums beidzas {{date}}',
  contractNotYetValid: 'Nav rezervēts: jūsu līgums sākas {{date}}',
  contractBlocked: 'Nav rezervēts: jūsu līgums ir bloķēts. Jautājiet centrā',
  contractInDebt: 'Nav rezervēts: jūsu līguma rēķins nav samaksāts laikā. Vispirms apmaksājiet to',
  contractFrozen: 'Nav rezervēts: jūsu līgums ir apturēts līdz {{date}}',
  contractVisitsUsed: 'Nav rezervēts: visi līguma apmeklējumi ({{visits}}) līdz {{date}} ir izmantoti',
  // Contracts.
  contractNotFound: 'Līgums nav atrasts',
  hasActiveContract: 'Izvēlētajā laikā jums jau ir spēkā esošs līgums',
  // Packages of personal trainings.
  packageNotFound: 'Pakete nav atrasta',
  packageNotShareable: 'Ar šo paketi nevar dalīties',
  packageSharesFull: 'Ar paketi vienlaikus var dalīties ne vairāk kā ar {{limit}} cilvēkiem',
  shareNotFound: 'Ar to vairs nedalās',
  contractUnpaid: 'Nav izdarīts: šim līgumam ir neapmaksāts rēķins. Vispirms apmaksājiet to',
  contractIsBlocked: 'Nav izdarīts: centrs šo līgumu ir bloķējis',
  freezeTooSoon: 'Nav apturēts: pirmā diena var būt ne agrāk kā {{date}}',
  freezeTooShort: 'Nav apturēts: mazākais dienu skaits ir {{days}}',
  freezeTooFar: 'Nav apturēts: pirmā diena var būt ne vēlāk kā {{date}}',
  freezeTooLong: 'Nav apturēts: lielākais dienu skaits ir {{days}}',
  freezeOutside: 'Nav apturēts: līgums beidzas {{date}}',
  freezeOverlaps: 'Nav apturēts: līgums jau ir apturēts no {{from}} līdz {{until}}',
  freezeTaken: 'Nav apturēts: daļa šo dienu jau ir apturēta',
  freezeTooOften: 'Nav apturēts: divpadsmit mēnešos apturēšanu var būt ne vairāk par {{times}}',
  freezeVisitsTaken:
    'Nav apturēts: izmantoti vai rezervēti {{taken}} apmeklējumi, paliktu {{visits}}. Apturiet no {{date}}',
  noticeGivenAlready: 'Līgums jau ir uzteikts: pēdējā diena ir {{date}}',
  contractEndsItself: 'Līgums beidzas pats {{date}}, uzteikums nav vajadzīgs',
  withdrawalOver: 'Atteikties varēja līdz {{date}}',
  // Joining.
  joinShownOver:
    'Kopš apstiprinājuma pagājis pārāk ilgs laiks. Apstipriniet vēlreiz vai ierakstiet savus datus',
  joinNotFound: 'Iesāktā pievienošanās nav atrasta. Saite, iespējams, ir izmantota vai tai beidzies termiņš',
  joinNotProven:
    'Sākumā nekas nav jāmaksā, tāpēc nosūtījām jums saiti: atveriet to un nospiediet tur, lai pievienotos',
  // QR codes at a door.
  keycardNotOffered: 'Šis centrs šim makam kartes neizsniedz',
  keycardServiceSilent: 'Google maks pašlaik neatbild. Pēc brīža mēģiniet vēlreiz',
  qrDenied: 'QR kods noraidīts',
  qrNotValid: 'QR kods nav derīgs',
  qrGenerationFailed: 'QR koda izveide neizdevās',
  qrProcessingError: 'Kļūda, apstrādājot QR kodu',
  qrNoConnection: 'Nav savienojuma: QR kodu nosūtīt neizdevās',
  qrExpired: 'Šis kods tika rādīts pirms kāda laika. Noskenējiet to, kas redzams tagad',
  // Doors.
  entryNothingValid: 'Jums pašlaik nav nekā, kas atver šīs durvis: ne līguma, ne biļetes, ne treniņa',
  entryBarred: 'Ieeja liegta: centrs to ir bloķējis. Jautājiet centrā',
  entryClosed: 'Pašlaik slēgts. Atvērts {{opens}}–{{closes}}',
  entryClosedToday: 'Šodien slēgts',
  entryAlreadyInside: 'Jūs tikko ienācāt',
  doorPairingWrong: 'Šis numurs neder. Tas derīgs vienu reizi, 15 minūtes',
  doorUnknown: 'Šī planšete vairs nav durvis. Lūdziet administratoram jaunu numuru',
  // The roll of a training.
  clientNotFound: 'Klients nav atrasts',
  // Renting.
  roomNotAvailable: 'Telpu šajā laikā nevar rezervēt',
  tooManyPeople: 'Šajā telpā cilvēku var būt ne vairāk par {{limit}}',
  rentalLimitExceeded: 'Gaidāmo nomu vienlaikus var būt ne vairāk par {{limit}}',
  // Personal trainings.
  slotTaken: 'Nav rezervēts: šis laiks vairs nav brīvs',
  // The back office.
  nameInContract: 'Vārds ir jūsu līgumā: to maina centrs',
  emailLinkExpired: 'Saite ir novecojusi vai jau izmantota. Pieprasiet jaunu savā profilā',
  emailLinkOfAnother:
    'Šī saite pieder citam kontam. Izrakstieties, pieslēdzieties ar to kontu un atveriet saiti vēlreiz',
  emailUnchanged: 'Tā jau ir jūsu adrese',
  sessionNotFound: 'Šī ierīce jau ir izrakstīta',
  emailTaken: 'Ar šo e-pastu jau ir cits konts',
  changedMeanwhile: 'Nav saglabāts: kāds cits to pa šo laiku ir mainījis',
  feedbackNotPresent: 'Atsauksmi dod tie, kas bija klāt',
  feedbackTooEarly: 'Atsauksmi var dot, kad treniņš ir beidzies: {{date}} plkst. {{time}}',
  feedbackTooLate: 'Atsauksmju laiks beidzās {{date}} plkst. {{time}}',
  commentingNotAllowed: 'Nav saglabāts: šim treniņam komentārus nepieņem, tikai vērtējumus',
  // Privacy.
  erasureRefused: 'Konts netiek dzēsts: vispirms kaut kas jānokārto',
  erasureAsked: 'Dzēšana jau ir lūgta',
  erasureNotAsked: 'Nav nekā, ko atsaukt',
};
