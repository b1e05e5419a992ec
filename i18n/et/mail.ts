import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Tere, {{name}}!',
  whyOffer: 'Saad pakkumisi, sest oled nendega nõustunud. Loobuda saad siin: {{url}}',
  signature: '{{tenant}}',
  smsUsedUpSubject: '{{tenant}}: päeva SMS-id on otsas',
  smsUsedUpBody:
    'Ööpäeva jooksul on kohtade ja ootejärjekordade kohta välja läinud {{most}} SMS-i, rohkem kui liikmed tavaliselt põhjustavad. Kuni ööpäev on möödas, lähevad sellised teated e-kirjaga; trennidest, mille ise ära jätad või muudad, teatame SMS-iga nagu enne. Kui sa seda ei oodanud, vaata, kelle ootejärjekorrad ja numbrid need olid.',
  passwordResetSubject: '{{tenant}}: vali uus parool',
  passwordResetBody:
    'Keegi, loodetavasti sina, palus uut parooli. Vali see siin {{minutes}} minuti jooksul:\n\n{{link}}\n\nKui see polnud sina, ära tee midagi: vana parool jääb kehtima.',
  passwordResetTooEarly:
    'Keegi, loodetavasti sina, palus uut parooli. {{tenant}} muutis äsja selle konto aadressi ja konto omanik peab sellest enne teada saama: lingi saab siia saata alates {{when}}. Kes parooli teab, saab seni sellega sisse logida.\n\nKüsimuste korral: {{contact}}',
  emailChangeSubject: '{{tenant}}: kinnita oma uus aadress',
  emailChangeBody:
    'Soovisid keskuses {{tenant}} kasutada seda aadressi. Kinnita see siin {{hours}} tunni jooksul:\n\n{{link}}\n\nEnne palutakse sul sisse logida. Seni ei muutu midagi. Kui see ei olnud sina, ära tee midagi.',
  emailTakenSubject: '{{tenant}}: see aadress on juba kasutusel',
  emailTakenBody:
    'Keegi, võib-olla sina, soovis keskuses {{tenant}} kasutada seda aadressi teise konto jaoks. Sellega on juba konto: logi sellega sisse või vali siin uus parool:\n\n{{link}}',
  emailAskedSubject: '{{tenant}}: sooviti teist aadressi',
  emailAskedBody:
    'Keegi, loodetavasti sina, soovis, et kirjad läheksid edaspidi aadressile {{email}}. See muutub, kui too aadress on kinnitatud.\n\nKui see ei olnud sina, vaheta parool: {{link}}',
  emailChangedSubject: '{{tenant}}: sinu aadress on muudetud',
  emailChangedBody:
    'Keskuse {{tenant}} kirjad lähevad nüüd aadressile {{email}} ega tule enam siia.\n\nKui see ei olnud sina, kirjuta keskusele: {{contact}}',
  firstInvitationSubject: '{{tenant}}: sinu keskus ootab seadistamist',
  firstInvitation:
    'Keskusel {{tenant}} on nüüd oma aadress: {{origin}}. Sina oled selle haldur.\n\nVali parool {{days}} päeva jooksul siin: {{link}}\n\nSeejärel juhatame sind läbi kõige, mida esimene broneering vajab. Igal sammul võid pooleli jätta ja hiljem jätkata.',
  visitorSubject: 'Kinnita oma koht: {{name}}, {{when}}',
  visitorBooked: 'Koht on sinu. Praegu pole midagi maksta.',
  visitorWaits: 'Oled ootejärjekorras. Anname teada kohe, kui sulle on koht.',
  visitorFreeUntil: 'Tasuta tühistamine kuni {{until}}. Pärast seda on tühistamine hiline.',
  visitorOpen: 'Vaata või tühista broneering: {{link}}',
  visitorBookedSubject: '{{tenant}}: broneeritud, {{name}}, {{when}}',
  visitorWaitsSubject: '{{tenant}}: ootejärjekorras, {{name}}, {{when}}',
  visitorAsked: 'Soovisid keskuses {{tenant}} kohta: {{name}}, {{when}}.',
  visitorAskedToWait: 'Soovisid keskuses {{tenant}} kohta ootejärjekorras: {{name}}, {{when}}.',
  visitorPress:
    'Praegu ei ole veel midagi broneeritud. Ava see link ja kinnita, siis on koht sinu:\n\n{{link}}',
  visitorPressToWait:
    'Praegu sa veel järjekorras ei ole. Ava see link ja kinnita, siis oled ootejärjekorras:\n\n{{link}}',
  visitorLinkUntil:
    'Kinnitada saad kuni {{until}}. Hiljem näitab sama link broneeringut ja laseb selle tühistada.',
  visitorNotYou: 'Kui sina seda ei soovinud, ära tee midagi: sinu nimele ei broneerita midagi.',
  voucherSubject: '{{tenant}}: {{name}}',
  voucherClaimed: '{{giver}} kinkis sulle: {{name}}.',
  voucherBought: 'Sinu kinkekaart: {{name}}.',
  voucherFacts_one: 'Sellel on {{count}} kasutuskord ja see kehtib kuni {{until}}.',
  voucherFacts_other: 'Sellel on {{count}} kasutuskorda ja see kehtib kuni {{until}}.',
  voucherLink: 'Siin see on koos jäägiga:\n\n{{link}}',
  voucherCode:
    'Vastuvõtus näita seda lehte või ütle kood {{code}}. Kasutada saab igaüks, kellel on link või kood.',
  voucherTakenSubject: '{{tenant}}: {{claimer}} võttis sinu kinkekaardi vastu',
  voucherTaken: '{{claimer}} võttis vastu, mida jagasid: {{name}}. Tagasi võtta seda enam ei saa.',
  erasureAskedSubject: '{{tenant}}: su konto kustutatakse {{date}}',
  erasureAsked:
    'Palusid oma konto kustutada. See tehakse {{date}}.\n\nKui mõtled ümber või kui see ei olnud sina, logi enne seda sisse ja jäta konto alles:\n\n{{link}}',
  erasureDoneSubject: '{{tenant}}: su konto on kustutatud',
  erasureDone:
    'Su konto ja sinu kohta hoitu on kustutatud. Arveid ja lepinguid hoitakse nii kaua, kui seadus nõuab. See on viimane sõnum sellele aadressile.',
  factorReset: {
    subject: '{{tenant}}: konto teine samm',
    asked:
      'Keskuse {{tenant}} haldur {{who}} palub eemaldada sinu kontolt teise sisselogimissammu, sest oled selle kaotanud; koos sellega eemaldatakse ka Smart-ID, kui see on seotud. Midagi pole veel eemaldatud.\n\nKui sa pole seda palunud, logi sisse oma teise sammuga: see lõpetab taotluse. Ja kirjuta kohe keskusele: {{contact}}',
    link: 'Sinu kadunud teise sammu saab nüüd eemaldada. Ava see link {{hours}} tunni jooksul ja sisesta oma parool:\n\n{{link}}\n\nKui sa pole seda palunud, logi sisse oma teise sammuga: siis link enam ei kehti. Ja kirjuta kohe keskusele: {{contact}}',
    operator:
      'Keskuse {{tenant}} süsteemi hooldajal paluti eemaldada sinu kontolt teine sisselogimissamm. See link hakkab koos parooliga kehtima {{hours}} tunni pärast ja kehtib ööpäeva:\n\n{{link}}\n\nKui sa pole seda palunud, logi sisse oma teise sammuga: siis link enam ei kehti. Ja kirjuta kohe keskusele: {{contact}}',
    done: 'Sinu kontolt keskuses {{tenant}} eemaldati meie saadetud lingi ja sinu parooliga teine sisselogimissamm. Kõik seadmed logiti välja.\n\nKui see ei olnud sina, kirjuta kohe keskusele: {{contact}}',
    toConfirm:
      '{{who}} palub eemaldada kasutaja {{whose}} kadunud teise sisselogimissammu. Kinnita see {{hours}} tunni jooksul ainult siis, kui tead ise, et palub tõesti tema:\n\n{{link}}',
    operatorTold:
      'Süsteemi hooldajal paluti eemaldada kasutaja {{whose}} kadunud teine sisselogimissamm. Talle saadetud link hakkab kehtima {{hours}} tunni pärast. Kui sa sellest midagi ei tea, kirjuta kohe süsteemi hooldajale.',
  },
  administrator: {
    subject: '{{tenant}}: kes keskust haldab',
    added:
      '{{who}} tegi kasutajast {{whose}} ({{email}}) keskuse {{tenant}} halduri.\n\nKui sa sellest midagi ei tea, vaata kohe keskuse kasutajad üle ja räägi inimesega {{who}} või kirjuta keskusele: {{contact}}',
    moved:
      '{{who}} muutis keskuse {{tenant}} halduri {{whose}} aadressi: {{email}}.\n\nKui sa sellest midagi ei tea, vaata kohe keskuse kasutajad üle ja räägi inimesega {{whose}} või kirjuta keskusele: {{contact}}',
  },
  alert: {
    cameIn: '{{tenant}}: sinu kontole logiti sisse',
    newDevice: 'Sinu kontole keskuses {{tenant}} logiti sisse seadmest, mida pole varem kasutatud: {{name}}.',
    identityLinked: 'Sinu kontoga keskuses {{tenant}} seoti {{name}}. Nüüdsest saab sellega sisse logida.',
    identityUnlinked:
      'Sinu kontolt keskuses {{tenant}} eemaldati {{name}}. Sellega enam sisse ei saa. Soovi korral seo see oma profiilis uuesti.',
    passkeyAdded:
      'Sinu kontole keskuses {{tenant}} lisati pääsuvõti „{{name}}”. Nüüdsest saab sellega sisse logida.',
    passkeyCopied:
      'Sinu kontole keskuses {{tenant}} püüti sisse logida pääsuvõtme „{{name}}” koopiaga ja sisse ei lastud. Eemalda see pääsuvõti ja lisa uus.',
    passkeyRemoved:
      'Sinu kontolt keskuses {{tenant}} eemaldati pääsuvõti „{{name}}”. Sellega enam sisse ei saa.',
    idCardRefused: '{{tenant}}: sinu ID-kaarti ei võetud vastu',
    idCardRevoked:
      'Sinu ID-kaarti ja selle PIN1 kasutati keskuses {{tenant}}. Kaardi väljaandja sõnul on see tühistatud või peatatud, nii et seda ei võetud vastu ja sisse sellega ei saadud. Sinu uus kaart avab konto nagu enne. Kui ükski kaart ei peaks seda avama, eemalda see oma profiilis.',
    subject: '{{tenant}}: sinu kontol on muudatus',
    codesAdded:
      'Sinu kontole keskuses {{tenant}} seadistati koodirakendus: edaspidi küsitakse sisselogimisel selle koodi. Kõik teised seadmed logiti välja ja neile teavitusi enam ei tule. Ka sinu kalendri privaatne aadress enam ei kehti: kui kasutad seda, loo uus.',
    codesRemoved: 'Sinu kontolt keskuses {{tenant}} eemaldati koodirakendus. Selle koodi enam ei küsita.',
    recoveryRenewed: 'Sinu kontole keskuses {{tenant}} loodi uued varukoodid. Vanad enam ei kehti.',
    recoveryUsed: 'Sinu kontol keskuses {{tenant}} kasutati varukoodi. Rohkem see ei kehti.',
    passwordChanged:
      'Sinu konto parool keskuses {{tenant}} on muudetud. Kõik teised seadmed logiti välja ja neile teavitusi enam ei tule. Ka sinu kalendri privaatne aadress enam ei kehti: kui kasutad seda, loo uus.',
    merged: '{{tenant}}: kaks kirjet on nüüd üks',
    accountClosed:
      '{{tenant}} leidis, et oled kirjas kaks korda, ja ühendas need kirjed. Selle aadressiga konto on suletud: logi sisse oma teise aadressiga, seal on kõik olemas.',
    mergedInto:
      '{{tenant}} leidis, et oled kirjas kaks korda, ja ühendas need kirjed. Kõik, mis oli broneeritud ja ostetud teise kirje all, on nüüd siin ja avaneb selle aadressiga sisse logides.',
    mergedAway:
      '{{tenant}} leidis, et oled kirjas kaks korda, ja ühendas need kirjed. Mis oli broneeritud ja ostetud selle aadressiga, on nüüd teises kirjes.',
    notOne: 'Kui teine kirje ei ole sina, kirjuta kohe keskusele: {{contact}}',
    notYou: 'Kui see olid sina, pole vaja midagi teha. Kui ei, kirjuta kohe keskusele: {{contact}}',
  },
};
