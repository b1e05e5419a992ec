import type { Section } from '../en.ts';

export const mail: Section<'mail'> = {
  greeting: 'Labdien, {{name}}!',
  whyOffer: 'Jūs saņemat piedāvājumus, jo tam piekritāt. Atteikties var šeit: {{url}}',
  signature: '{{tenant}}',
  smsUsedUpSubject: '{{tenant}}: dienas SMS ir iztērētas',
  smsUsedUpBody:
    'Diennakts laikā par vietām un rindām izsūtītas {{most}} SMS, vairāk, nekā biedri parasti rada. Līdz diennakts beigām šādas ziņas tiek sūtītas e-pastā; par jūsu atceltajiem vai pārceltajiem treniņiem joprojām ziņojam ar SMS. Ja to negaidījāt, pārbaudiet, kuru biedru rindas un numuri tie bija.',
  passwordResetSubject: '{{tenant}}: izvēlieties jaunu paroli',
  passwordResetBody:
    'Kāds, cerams, jūs, lūdza jaunu paroli. Izvēlieties to šeit {{minutes}} minūšu laikā:\n\n{{link}}\n\nJa tas nebijāt jūs, nedariet neko: paliek vecā parole.',
  passwordResetTooEarly:
    'Kāds, cerams, jūs, lūdza jaunu paroli. {{tenant}} nesen mainīja šī konta adresi, un īpašniekam par to vispirms jāuzzina: saiti uz šejieni varēs nosūtīt no {{when}}. Kas zina paroli, līdz tam var pieslēgties ar to.\n\nJautājumi? {{contact}}',
  emailChangeSubject: '{{tenant}}: apstipriniet jauno adresi',
  emailChangeBody:
    'Jūs vēlējāties centrā {{tenant}} izmantot šo adresi. Apstipriniet to šeit {{hours}} stundu laikā:\n\n{{link}}\n\nVispirms jums būs jāpieslēdzas. Līdz tam nekas nemainās. Ja tas nebijāt jūs, nedariet neko.',
  emailTakenSubject: '{{tenant}}: šī adrese jau tiek izmantota',
  emailTakenBody:
    'Kāds, varbūt jūs, vēlējās centrā {{tenant}} izmantot šo adresi citam kontam. Ar to jau ir konts: pieslēdzieties ar to vai izvēlieties jaunu paroli šeit:\n\n{{link}}',
  emailAskedSubject: '{{tenant}}: pieprasīta cita adrese',
  emailAskedBody:
    'Kāds, cerams, jūs, vēlējās, lai ziņas turpmāk tiktu sūtītas uz {{email}}. Tā mainīsies, kad minētā adrese būs apstiprināta.\n\nJa tas nebijāt jūs, nomainiet paroli: {{link}}',
  emailChangedSubject: '{{tenant}}: jūsu adrese ir mainīta',
  emailChangedBody:
    'Centra {{tenant}} ziņas turpmāk tiek sūtītas uz {{email}}, nevis uz šo adresi.\n\nJa tas nebijāt jūs, rakstiet centram: {{contact}}',
  firstInvitationSubject: '{{tenant}}: jūsu centrs gaida iestatīšanu',
  firstInvitation:
    'Centram {{tenant}} tagad ir sava adrese: {{origin}}. Jūs esat tā administrators.\n\nIzvēlieties paroli {{days}} dienu laikā šeit: {{link}}\n\nPēc tam izvedīsim jūs cauri visam, kas vajadzīgs pirmajai rezervācijai. Jebkurā solī varat pārtraukt un turpināt vēlāk.',
  visitorSubject: 'Apstipriniet savu vietu: {{name}}, {{when}}',
  visitorBooked: 'Vieta ir jūsu. Pašlaik nekas nav jāmaksā.',
  visitorWaits: 'Jūs esat gaidīšanas rindā. Paziņosim, tiklīdz jums būs vieta.',
  visitorFreeUntil: 'Bezmaksas atcelšana līdz {{until}}. Pēc tam tā skaitās vēla.',
  visitorOpen: 'Skatīt vai atcelt rezervāciju: {{link}}',
  visitorBookedSubject: '{{tenant}}: rezervēts, {{name}}, {{when}}',
  visitorWaitsSubject: '{{tenant}}: gaidīšanas rindā, {{name}}, {{when}}',
  visitorAsked: 'Jūs vēlējāties vietu centrā {{tenant}}: {{name}}, {{when}}.',
  visitorAskedToWait: 'Jūs vēlējāties vietu gaidīšanas rindā centrā {{tenant}}: {{name}}, {{when}}.',
  visitorPress:
    'Pagaidām nekas nav rezervēts. Atveriet šo saiti un apstipriniet, un vieta būs jūsu:\n\n{{link}}',
  visitorPressToWait:
    'Pagaidām jūs rindā neesat. Atveriet šo saiti un apstipriniet, un būsiet gaidīšanas rindā:\n\n{{link}}',
  visitorLinkUntil:
    'Apstiprināt varat līdz {{until}}. Vēlāk tā pati saite rāda rezervāciju un ļauj to atcelt.',
  visitorNotYou: 'Ja to nevēlējāties jūs, nedariet neko: uz jūsu vārda nekas netiks rezervēts.',
  voucherSubject: '{{tenant}}: {{name}}',
  voucherClaimed: '{{giver}} jums uzdāvināja: {{name}}.',
  voucherBought: 'Jūsu dāvanu karte: {{name}}.',
  voucherFacts_zero: 'Tajā ir {{count}} reižu, un tā ir derīga līdz {{until}}.',
  voucherFacts_one: 'Tajā ir {{count}} reize, un tā ir derīga līdz {{until}}.',
  voucherFacts_other: 'Tajā ir {{count}} reizes, un tā ir derīga līdz {{until}}.',
  voucherLink: 'Šeit tā ir kopā ar atlikumu:\n\n{{link}}',
  voucherCode:
    'Recepcijā parādiet šo lapu vai nosauciet kodu {{code}}. To var izmantot ikviens, kam ir saite vai kods.',
  voucherTakenSubject: '{{tenant}}: {{claimer}} pieņēma jūsu dāvanu karti',
  voucherTaken: '{{claimer}} pieņēma to, ar ko dalījāties: {{name}}. Atsaukt to vairs nevar.',
  erasureAskedSubject: '{{tenant}}: jūsu konts tiks dzēsts {{date}}',
  erasureAsked:
    'Jūs lūdzāt dzēst savu kontu. Tas notiks {{date}}.\n\nJa pārdomājat vai ja tas nebijāt jūs, pirms tam pieslēdzieties un paturiet to:\n\n{{link}}',
  erasureDoneSubject: '{{tenant}}: jūsu konts ir dzēsts',
  erasureDone:
    'Jūsu konts un par jums glabātais ir dzēsts. Rēķini un līgumi glabājas tik ilgi, cik prasa likums. Šī ir pēdējā ziņa uz šo adresi.',
  factorReset: {
    subject: '{{tenant}}: konta otrais solis',
    asked:
      'Centra {{tenant}} administrators {{who}} lūdz noņemt no jūsu konta otro pieslēgšanās soli, jo tas ir pazaudēts; kopā ar to noņems arī Smart-ID, ja tas ir piesaistīts. Vēl nekas nav noņemts.\n\nJa to nelūdzāt, pieslēdzieties ar savu otro soli: tas izbeigs lūgumu. Un nekavējoties rakstiet centram: {{contact}}',
    link: 'Tagad jūsu pazaudēto otro soli var noņemt. Atveriet šo saiti {{hours}} stundu laikā un ievadiet paroli:\n\n{{link}}\n\nJa to nelūdzāt, pieslēdzieties ar savu otro soli: tad saite vairs nederēs. Un nekavējoties rakstiet centram: {{contact}}',
    operator:
      'Centra {{tenant}} sistēmas uzturētājam lūdza noņemt no jūsu konta otro pieslēgšanās soli. Šī saite kopā ar paroli sāks darboties pēc {{hours}} stundām un derēs diennakti:\n\n{{link}}\n\nJa to nelūdzāt, pieslēdzieties ar savu otro soli: tad saite vairs nederēs. Un nekavējoties rakstiet centram: {{contact}}',
    done: 'No jūsu konta centrā {{tenant}} ar mūsu nosūtīto saiti un jūsu paroli noņemts otrais pieslēgšanās solis. Visās ierīcēs jūs izrakstījām.\n\nJa tas nebijāt jūs, nekavējoties rakstiet centram: {{contact}}',
    toConfirm:
      '{{who}} lūdz noņemt lietotājam {{whose}} pazaudēto otro pieslēgšanās soli. Apstipriniet to {{hours}} stundu laikā tikai tad, ja droši zināt, ka lūdz tiešām viņš:\n\n{{link}}',
    operatorTold:
      'Sistēmas uzturētājam lūdza noņemt lietotājam {{whose}} pazaudēto otro pieslēgšanās soli. Viņam nosūtītā saite sāks darboties pēc {{hours}} stundām. Ja jūs par to neko nezināt, nekavējoties rakstiet sistēmas uzturētājam.',
  },
  administrator: {
    subject: '{{tenant}}: kas pārvalda centru',
    added:
      '{{who}} piešķīra lietotājam {{whose}} ({{email}}) centra {{tenant}} administratora tiesības.\n\nJa par to neko nezināt, tūlīt apskatiet centra lietotājus un runājiet ar {{who}} vai rakstiet centram: {{contact}}',
    moved:
      '{{who}} mainīja centra {{tenant}} administratora {{whose}} adresi: {{email}}.\n\nJa par to neko nezināt, tūlīt apskatiet centra lietotājus un runājiet ar {{whose}} vai rakstiet centram: {{contact}}',
  },
  alert: {
    cameIn: '{{tenant}}: kāds pieslēdzās jūsu kontam',
    newDevice: 'Jūsu kontam centrā {{tenant}} pieslēdzās no ierīces, kas iepriekš nav izmantota: {{name}}.',
    identityLinked:
      'Jūsu kontam centrā {{tenant}} piesaistīts pieslēgšanās veids {{name}}. Turpmāk ar to var pieslēgties.',
    identityUnlinked:
      'No jūsu konta centrā {{tenant}} noņemts pieslēgšanās veids {{name}}. Ar to vairs nevar pieslēgties. Ja vēlaties, piesaistiet to savā profilā no jauna.',
    passkeyAdded:
      'Jūsu kontam centrā {{tenant}} pievienota piekļuves atslēga „{{name}}”. Turpmāk ar to var pieslēgties.',
    passkeyCopied:
      'Jūsu kontam centrā {{tenant}} mēģināja pieslēgties ar piekļuves atslēgas „{{name}}” kopiju, un piekļuve tika liegta. Noņemiet šo atslēgu un pievienojiet jaunu.',
    passkeyRemoved:
      'No jūsu konta centrā {{tenant}} noņemta piekļuves atslēga „{{name}}”. Ar to vairs nevar pieslēgties.',
    idCardRefused: '{{tenant}}: jūsu eID karte netika pieņemta',
    idCardRevoked:
      'Jūsu eID karte ar tās PIN1 tika lietota centrā {{tenant}}. Tās izdevējs norāda, ka karte ir anulēta vai apturēta, tāpēc tā netika pieņemta un ar to nepieslēdzās. Ar jauno karti varat pieslēgties kā līdz šim. Ja ar karti vairs nevajadzētu pieslēgties, noņemiet to savā profilā.',
    subject: '{{tenant}}: jūsu kontā ir izmaiņas',
    codesAdded:
      'Jūsu kontam centrā {{tenant}} iestatīta kodu lietotne: turpmāk, pieslēdzoties, tiks prasīts tās kods. Visās pārējās ierīcēs jūs izrakstījām, un paziņojumus tās vairs nesaņem. Arī jūsu kalendāra privātā adrese vairs neder: ja to lietojat, izveidojiet jaunu.',
    codesRemoved: 'No jūsu konta centrā {{tenant}} noņemta kodu lietotne. Tās kods vairs netiek prasīts.',
    recoveryRenewed: 'Jūsu kontam centrā {{tenant}} izveidoti jauni rezerves kodi. Vecie vairs neder.',
    recoveryUsed: 'Jūsu kontam centrā {{tenant}} izmantots rezerves kods. Tas vairs nederēs.',
    passwordChanged:
      'Jūsu konta parole centrā {{tenant}} ir mainīta. Visās pārējās ierīcēs jūs izrakstījām, un paziņojumus tās vairs nesaņem. Arī jūsu kalendāra privātā adrese vairs neder: ja to lietojat, izveidojiet jaunu.',
    merged: '{{tenant}}: divi ieraksti tagad ir viens',
    accountClosed:
      '{{tenant}} konstatēja, ka jums ir divi ieraksti, un tos apvienoja. Konts ar šo adresi ir slēgts: pieslēdzieties ar savu otru adresi, tur ir viss.',
    mergedInto:
      '{{tenant}} konstatēja, ka jums ir divi ieraksti, un tos apvienoja. Viss, kas bija rezervēts un pirkts ar otru ierakstu, tagad ir šeit un atveras, pieslēdzoties ar šo adresi.',
    mergedAway:
      '{{tenant}} konstatēja, ka jums ir divi ieraksti, un tos apvienoja. Tas, kas bija rezervēts un pirkts ar šo adresi, tagad ir otrā ierakstā.',
    notOne: 'Ja otrs ieraksts neesat jūs, nekavējoties rakstiet centram: {{contact}}',
    notYou: 'Ja tas bijāt jūs, nekas nav jādara. Ja ne, nekavējoties rakstiet centram: {{contact}}',
  },
};
