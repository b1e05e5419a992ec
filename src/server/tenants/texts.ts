import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

interface TextSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface PageText {
  readonly title: string;
  readonly sections: readonly TextSection[];
}

/** What the texts must know of a tenant; a built-in tenant and one from the database both fit. */
export interface TextOwner {
  readonly title: string;
  readonly kind: TenantKind;
  readonly country2Code: string;
  readonly vatPercent: number;
  readonly company: { readonly name: string; readonly registryCode: string; readonly vatNumber: string };
  readonly contact: { readonly email: string; readonly phone: string; readonly address: string };
  readonly clubs: readonly { readonly name: string; readonly address: string; readonly city: string }[];
  readonly limits: Pick<BookingLimits, 'freeCancelMinutes'>;
  readonly pageRules: Pick<PageRules, 'payment'>;
}

type Words = Readonly<Record<Language, string>>;

/** Until when a place is given back free, as the end of a sentence: "at least 3 hours before the start". */
function cancelDeadline(minutes: number, language: Language): string {
  if (minutes === 0) {
    return { et: 'kuni selle alguseni', en: 'until it starts', lv: 'līdz tās sākumam' }[language];
  }
  const isHours = minutes % 60 === 0;
  const count = isHours ? minutes / 60 : minutes;
  // Latvian counts 1, 21, 31 … as one, but not 11.
  const isOneInLatvian = count % 10 === 1 && count % 100 !== 11;
  const unit = {
    et: isHours ? (count === 1 ? 'tund' : 'tundi') : count === 1 ? 'minut' : 'minutit',
    en: (isHours ? 'hour' : 'minute') + (count === 1 ? '' : 's'),
    lv: (isHours ? 'stund' : 'minūt') + (isOneInLatvian ? (isHours ? 'u' : 'i') : isHours ? 'as' : 'es'),
  }[language];
  return {
    et: `hiljemalt ${count} ${unit} enne algust`,
    en: `at least ${count} ${unit} before it starts`,
    lv: `ne vēlāk kā ${count} ${unit} pirms sākuma`,
  }[language];
}

/** What is known, with commas between: a new centre has not said everything yet. */
function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

const named = (word: string, value: string) => (value === '' ? '' : `${word} ${value}`);

const termsTitle: Words = { et: 'Ostutingimused', en: 'Buying terms', lv: 'Pirkuma noteikumi' };

function estonianTerms(owner: TextOwner): readonly TextSection[] {
  const { company, contact } = owner;
  const court =
    owner.country2Code === 'LV'
      ? 'Läti tarbijakaitseameti (PTAC) poole'
      : 'Tarbijakaitse ja Tehnilise Järelevalve Ameti juures tegutseva tarbijavaidluste komisjoni poole';
  return [
    {
      heading: 'Kes müüb',
      paragraphs: [
        `${listed(company.name, named('registrikood', company.registryCode), named('käibemaksukohustuslase number', company.vatNumber), contact.address)}. Küsimustele vastame aadressil ${contact.email}${contact.phone === '' ? '' : ` ja telefonil ${contact.phone}`}.`,
        'Need tingimused kehtivad kõigele, mida siit veebist ostad.',
      ],
    },
    {
      heading: 'Hinnad ja maksmine',
      paragraphs: [
        company.vatNumber === ''
          ? 'Hinnad on eurodes. Me ei ole käibemaksukohustuslane, käibemaksu neile ei lisandu.'
          : `Hinnad on eurodes ja sisaldavad käibemaksu, mis on praegu ${owner.vatPercent}%.`,
        owner.pageRules.payment.isPaymentActive
          ? 'Maksta saad pangalingi või kaardiga. Leping on sõlmitud, kui pank on makse kinnitanud. Arve saadame sulle e-postiga ja leiad selle hiljem oma arvete alt.'
          : 'Maksad arve alusel hiljemalt arvele märgitud kuupäeval. Leping on sõlmitud, kui oleme arve sulle saatnud.',
        'Kui arve jääb tasumata, võime broneerimise ja sissepääsu peatada, kuni võlg on makstud.',
      ],
    },
    {
      heading: 'Paketid ja leping',
      paragraphs: [
        'Pakett hakkab kehtima sinu valitud alguskuupäeval. Tähtajaline leping lõpeb viimasel kehtivuspäeval, tähtajatu leping kestab, kuni sa selle lõpetad.',
        'Enne kinnitamist näed, mis igale arvele tuleb: liitumistasu, soodustus, esimene makse ja järgmiste maksete kuupäevad.',
        'Hinna muutumisest teatame vähemalt 30 päeva ette. Kui uus hind ei sobi, saad lepingu lõpetada, enne kui see kehtima hakkab.',
      ],
    },
    {
      heading: 'Piletid ja kinkekaardid',
      paragraphs: [
        'Pilet ja kinkekaart kehtivad neile märgitud päeva lõpuni. Pärast seda kasutamata külastusi enam kasutada ei saa.',
        'Üks broneering on üks külastus. Kui keskus jätab broneeritud aja ära, saad külastuse tagasi.',
        'Jagatava kinkekaardi saad lingiga edasi anda. Kuni teine inimene ei ole seda vastu võtnud, võid selle tagasi võtta.',
      ],
    },
    {
      heading: 'Broneerimine ja tühistamine',
      paragraphs: [
        `Broneeringu saad tasuta tühistada ${cancelDeadline(owner.limits.freeCancelMinutes, 'et')}. Tühistada saad ka hiljem, kuid siis külastust tagasi ei anta.`,
        'Kui kohti enam ei ole, võid jääda ootele. Ootamine ei maksa midagi ja koha vabanemisest anname teada.',
      ],
    },
    {
      heading: 'Taganemine 14 päeva jooksul',
      paragraphs: [
        `Veebist ostetust võid 14 päeva jooksul põhjust nimetamata taganeda. Selleks kirjuta aadressil ${contact.email}.`,
        'Raha tagastame hiljemalt 14 päeva jooksul pärast taganemisavalduse saamist. Kui palusid teenust varem alustada, arvame maha selle osa, mille oled juba ära kasutanud.',
        'Taganeda ei saa kindlaks päevaks ostetud vaba aja teenusest, näiteks ühest kohast kindlal kellaajal.',
      ],
    },
    {
      heading: 'Tervis ja kodukord',
      paragraphs: [
        'Osaled oma tervise järgi ja omal vastutusel. Kui sul on vigastus või haigus, räägi enne juhendajaga.',
        'Alla 18-aastase eest sõlmib lepingu lapsevanem või eestkostja. Järgi keskuse kodukorda ja juhendaja juhiseid.',
      ],
    },
    {
      heading: 'Andmed ja kaebused',
      paragraphs: [
        'Kasutame sinu andmeid lepingu täitmiseks, arvete koostamiseks ja broneeringutest teatamiseks. Sul on õigus oma andmeid näha, parandada ja lasta kustutada, välja arvatud need, mida raamatupidamise seadus käsib säilitada.',
        `Kaebuse saada aadressile ${contact.email}, vastame 15 päeva jooksul. Kui me kokkuleppele ei jõua, võid pöörduda ${court}.`,
      ],
    },
  ];
}

function englishTerms(owner: TextOwner): readonly TextSection[] {
  const { company, contact } = owner;
  const court =
    owner.country2Code === 'LV'
      ? 'the Consumer Rights Protection Centre of Latvia'
      : 'the Consumer Disputes Committee at the Consumer Protection and Technical Regulatory Authority of Estonia';
  return [
    {
      heading: 'Who sells',
      paragraphs: [
        `${listed(company.name, named('registry code', company.registryCode), named('VAT number', company.vatNumber), contact.address)}. We answer questions at ${contact.email}${contact.phone === '' ? '' : ` and ${contact.phone}`}.`,
        'These terms cover everything you buy on this site.',
      ],
    },
    {
      heading: 'Prices and paying',
      paragraphs: [
        company.vatNumber === ''
          ? 'Prices are in euros. We are not registered for VAT, so none is added to them.'
          : `Prices are in euros and include VAT, which is ${owner.vatPercent}% at present.`,
        owner.pageRules.payment.isPaymentActive
          ? 'You can pay by bank link or card. The contract is made when the bank has confirmed the payment. We send the invoice by e-mail, and it stays among your invoices.'
          : 'You pay by invoice, no later than the date written on it. The contract is made when we have sent you the invoice.',
        'While an invoice is overdue we may stop booking and entry until it is paid.',
      ],
    },
    {
      heading: 'Packages and the contract',
      paragraphs: [
        'A package begins on the date you choose. A fixed-term contract ends on its last valid day; a contract without a term goes on until you end it.',
        'Before you confirm, you see what each invoice will hold: the joining fee, any discount, the first payment and the dates of the next ones.',
        'We tell you of a new price at least 30 days ahead. If it does not suit you, you can end the contract before it applies.',
      ],
    },
    {
      heading: 'Tickets and gift vouchers',
      paragraphs: [
        'Tickets and gift vouchers are valid until the end of the day written on them. Visits left after that day can no longer be used.',
        'One booking is one visit. If the centre cancels what you booked, the visit is given back.',
        'A voucher that can be shared is passed on by a link. Until the other person has claimed it, you can take it back.',
      ],
    },
    {
      heading: 'Booking and cancelling',
      paragraphs: [
        `You can cancel a booking free of charge ${cancelDeadline(owner.limits.freeCancelMinutes, 'en')}. You can still cancel later, but the visit is not given back then.`,
        'When no place is left you can join the waiting list. Waiting costs nothing, and we tell you when a place frees up.',
      ],
    },
    {
      heading: 'Withdrawing within 14 days',
      paragraphs: [
        `You can withdraw from what you bought on this site within 14 days without giving a reason. Write to ${contact.email}.`,
        'We pay the money back within 14 days of receiving your notice. If you asked us to start earlier, we keep the price of what you have already used.',
        'You cannot withdraw from a leisure service bought for a set day, such as one place at a particular time.',
      ],
    },
    {
      heading: 'Health and house rules',
      paragraphs: [
        'You take part within the limits of your health and at your own risk. If you have an injury or an illness, talk to whoever leads it first.',
        'For a person under 18 the contract is made by a parent or guardian. Please follow the house rules and what staff say.',
      ],
    },
    {
      heading: 'Your data and complaints',
      paragraphs: [
        'We use your data to keep the contract, make invoices and tell you about your bookings. You may see your data, correct it and have it erased, except what accounting law tells us to keep.',
        `Send complaints to ${contact.email}; we answer within 15 days. If we do not agree, you can turn to ${court}.`,
      ],
    },
  ];
}

function latvianTerms(owner: TextOwner): readonly TextSection[] {
  const { company, contact } = owner;
  const court =
    owner.country2Code === 'LV'
      ? 'Patērētāju tiesību aizsardzības centrā'
      : 'Igaunijas Patērētāju strīdu komisijā';
  return [
    {
      heading: 'Kas pārdod',
      paragraphs: [
        `${listed(company.name, named('reģistrācijas numurs', company.registryCode), named('PVN numurs', company.vatNumber), contact.address)}. Uz jautājumiem atbildam pa e-pastu ${contact.email}${contact.phone === '' ? '' : ` un pa tālruni ${contact.phone}`}.`,
        'Šie noteikumi attiecas uz visu, ko pērkat šajā vietnē.',
      ],
    },
    {
      heading: 'Cenas un maksāšana',
      paragraphs: [
        company.vatNumber === ''
          ? 'Cenas ir norādītas eiro. Neesam reģistrēti kā PVN maksātāji, un PVN tām netiek pievienots.'
          : `Cenas ir norādītas eiro, un tajās ir iekļauts PVN, kas šobrīd ir ${owner.vatPercent}%.`,
        owner.pageRules.payment.isPaymentActive
          ? 'Maksāt varat internetbankā vai ar karti. Līgums ir noslēgts, kad banka ir apstiprinājusi maksājumu. Rēķinu nosūtām pa e-pastu, un tas paliek jūsu rēķinu sarakstā.'
          : 'Maksājat pēc rēķina, ne vēlāk kā tajā norādītajā datumā. Līgums ir noslēgts, kad esam jums nosūtījuši rēķinu.',
        'Ja rēķins nav apmaksāts laikā, varam apturēt rezervēšanu un ieeju, līdz parāds ir samaksāts.',
      ],
    },
    {
      heading: 'Abonementi un līgums',
      paragraphs: [
        'Abonements sākas jūsu izvēlētajā datumā. Terminēts līgums beidzas pēdējā derīguma dienā, beztermiņa līgums ir spēkā, līdz jūs to izbeidzat.',
        'Pirms apstiprināšanas redzat, kas būs katrā rēķinā: iestāšanās maksa, atlaide, pirmais maksājums un nākamo maksājumu datumi.',
        'Par cenas maiņu paziņojam vismaz 30 dienas iepriekš. Ja jaunā cena neder, varat izbeigt līgumu, pirms tā stājas spēkā.',
      ],
    },
    {
      heading: 'Biļetes un dāvanu kartes',
      paragraphs: [
        'Biļete un dāvanu karte ir derīga līdz tajā norādītās dienas beigām. Pēc tam neizmantotos apmeklējumus vairs nevar izmantot.',
        'Viena rezervācija ir viens apmeklējums. Ja rezervēto laiku atceļ centrs, apmeklējumu saņemat atpakaļ.',
        'Dāvanu karti, ar kuru var dalīties, nododat tālāk ar saiti. Kamēr otrs cilvēks to nav pieņēmis, varat to atsaukt.',
      ],
    },
    {
      heading: 'Rezervēšana un atcelšana',
      paragraphs: [
        `Rezervāciju bez maksas varat atcelt ${cancelDeadline(owner.limits.freeCancelMinutes, 'lv')}. Atcelt varat arī vēlāk, taču tad apmeklējums netiek atgriezts.`,
        'Ja vietu vairs nav, varat pierakstīties rindā. Gaidīšana neko nemaksā, un par brīvu vietu jums paziņosim.',
      ],
    },
    {
      heading: 'Atteikums 14 dienu laikā',
      paragraphs: [
        `No šajā vietnē nopirktā varat atteikties 14 dienu laikā, nenorādot iemeslu. Rakstiet uz ${contact.email}.`,
        'Naudu atmaksājam 14 dienu laikā pēc atteikuma saņemšanas. Ja lūdzāt sākt pakalpojumu agrāk, atskaitām jau izmantoto daļu.',
        'Nevar atteikties no brīvā laika pakalpojuma, kas nopirkts noteiktai dienai, piemēram, no vienas vietas noteiktā laikā.',
      ],
    },
    {
      heading: 'Veselība un iekšējā kārtība',
      paragraphs: [
        'Piedalāties atbilstoši savai veselībai un uz savu atbildību. Ja jums ir trauma vai slimība, vispirms parunājiet ar vadītāju.',
        'Par personu, kas jaunāka par 18 gadiem, līgumu slēdz vecāks vai aizbildnis. Ievērojiet centra iekšējo kārtību un darbinieku norādījumus.',
      ],
    },
    {
      heading: 'Dati un sūdzības',
      paragraphs: [
        'Jūsu datus izmantojam, lai pildītu līgumu, sagatavotu rēķinus un paziņotu par rezervācijām. Jums ir tiesības savus datus redzēt, labot un lūgt dzēst, izņemot tos, ko liek glabāt grāmatvedības likums.',
        `Sūdzības sūtiet uz ${contact.email}, atbildēsim 15 dienu laikā. Ja nevienosimies, varat vērsties ${court}.`,
      ],
    },
  ];
}

/** The tenant's buying terms in one language (GET /page/buying-terms). */
export function buyingTerms(owner: TextOwner, language: Language): PageText {
  const write = { et: estonianTerms, en: englishTerms, lv: latvianTerms }[language];
  return { title: termsTitle[language], sections: write(owner) };
}

const rooms: Words = { et: 'Ruumid', en: 'Rooms', lv: 'Telpas' };

/** What centres of a kind let by the hour, where it is not rooms. */
const rentalNames: Readonly<Partial<Record<TenantKind, Words>>> = {
  swimmingPool: { et: 'Rajad ja basseinid', en: 'Lanes and pools', lv: 'Celiņi un baseini' },
  golfClub: { et: 'Simulaatorid', en: 'Simulators', lv: 'Simulatori' },
  tennisClub: { et: 'Väljakud', en: 'Courts', lv: 'Korti' },
  danceStudio: { et: 'Saalid', en: 'Studios', lv: 'Zāles' },
};

/** What is let by the hour is called so where the centre has not named it itself. */
export function rentalName(kind: TenantKind, language: Language): string {
  return (rentalNames[kind] ?? rooms)[language];
}

const kindTexts: Readonly<Record<TenantKind, Words>> = {
  sportsCentre: {
    et: 'Rühmatreeningud, jõusaal ja ruumi liikuda kogu perele.',
    en: 'Group trainings, a gym and room to move for the whole family.',
    lv: 'Grupu treniņi, trenažieru zāle un vieta kustībai visai ģimenei.',
  },
  gymChain: {
    et: 'Jõusaalid ja rühmatreeningud mitmes linnas, ühe lepinguga.',
    en: 'Gyms and group trainings in several towns, with one contract.',
    lv: 'Trenažieru zāles un grupu treniņi vairākās vietās ar vienu līgumu.',
  },
  golfClub: {
    et: 'Rada, harjutusala ja treenerid nii algajale kui ka vanale golfarile.',
    en: 'A course, a practice ground and trainers, for the first swing and the thousandth round.',
    lv: 'Laukums, treniņu zona un treneri gan iesācējiem, gan pieredzējušiem golferiem.',
  },
  spa: {
    et: 'Vesi, saun ja vaiksed tunnid mere lähedal.',
    en: 'Water, sauna and quiet classes near the sea.',
    lv: 'Ūdens, pirts un mierīgas nodarbības netālu no jūras.',
  },
  swimmingPool: {
    et: 'Ujumisrajad, vesitreeningud ja ujumiskool igale eale.',
    en: 'Lanes, water trainings and a swimming school for every age.',
    lv: 'Peldceliņi, nodarbības ūdenī un peldēšanas skola jebkuram vecumam.',
  },
  tennisClub: {
    et: 'Väljakud, treenerid ja mängukaaslased aasta ringi.',
    en: 'Courts, trainers and people to play with all year round.',
    lv: 'Korti, treneri un spēles biedri visu gadu.',
  },
  climbingHall: {
    et: 'Kõrged seinad, boldrid ja kursused esimesest haardest alates.',
    en: 'High walls, boulders and courses from the first hold on.',
    lv: 'Augstas sienas, boulderi un kursi jau no pirmā tvēriena.',
  },
  pilatesStudio: {
    et: 'Pilates väikestes rühmades, reformeril ja matil.',
    en: 'Pilates in small groups, on the reformer and on the mat.',
    lv: 'Pilates mazās grupās, uz reformera un uz paklājiņa.',
  },
  yogaStudio: {
    et: 'Jooga ja meditatsioon rahulikus stuudios.',
    en: 'Yoga and meditation in a calm studio.',
    lv: 'Joga un meditācija mierīgā studijā.',
  },
  danceStudio: {
    et: 'Tantsutrennid lastele ja täiskasvanutele, algajast edasijõudnuni.',
    en: 'Dance for children and adults, from beginners to advanced.',
    lv: 'Deju nodarbības bērniem un pieaugušajiem, no iesācējiem līdz pieredzējušiem.',
  },
  trainerPortal: {
    et: 'Personaaltreenerid ja väikesed rühmad, aeg kokku lepitud otse treeneriga.',
    en: 'Personal trainers and small groups, the time agreed with the trainer.',
    lv: 'Personālie treneri un mazas grupas, laiku saskaņojot ar treneri.',
  },
};

/** The page about the centre: what it is, where it stands, how to reach it. */
export function aboutPage(owner: TextOwner, language: Language): PageText {
  const { company, contact } = owner;
  const where: Words = { et: 'Kus me oleme', en: 'Where we are', lv: 'Kur mēs esam' };
  const reach: Words = { et: 'Võta ühendust', en: 'Get in touch', lv: 'Sazinieties ar mums' };
  const code: Words = { et: 'registrikood', en: 'registry code', lv: 'reģistrācijas numurs' };
  const sections: TextSection[] = [
    { heading: owner.title, paragraphs: [kindTexts[owner.kind][language]] },
    {
      heading: where[language],
      paragraphs: owner.clubs.map(({ name, address, city }) => `${name}: ${listed(address, city)}`),
    },
    {
      heading: reach[language],
      paragraphs: [
        listed(contact.email, contact.phone),
        listed(company.name, named(code[language], company.registryCode)),
      ],
    },
  ];
  return { title: owner.title, sections: sections.filter(({ paragraphs }) => paragraphs.length > 0) };
}

/** Every page of text of one tenant in every language, as they are stored with it. */
export function writeTexts(owner: TextOwner) {
  const inEach = (write: (owner: TextOwner, language: Language) => PageText) =>
    Object.fromEntries(languages.map((language) => [language, write(owner, language)]));
  return { buyingTerms: inEach(buyingTerms), about: inEach(aboutPage) };
}
