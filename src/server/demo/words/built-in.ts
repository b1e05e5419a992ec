import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { RoomKind } from '../timetable/built-in.ts';

type Words = Readonly<Record<Language, readonly string[]>>;

/** Trainings are named by their style, or by one of these. */
export const trainingNames: Readonly<Partial<Record<StyleKey, Words>>> = {
  strength: {
    et: ['Kangitreening', 'Jõutund'],
    en: ['Barbell hour', 'Full body strength'],
    lv: ['Stieņa treniņš', 'Spēka stunda'],
  },
  strengthCircuit: { et: ['Jõuring'], en: ['Circuit 55'], lv: ['Apļa treniņš'] },
  core: { et: ['Tugev kere', 'Terve selg'], en: ['Strong core', 'Healthy back'], lv: ['Veselai mugurai'] },
  kettlebell: { et: ['Sangpommi alused'], en: ['Kettlebell flow'], lv: ['Svaru bumbu stunda'] },
  functional: {
    et: ['Funktsionaalne 50', 'Terve keha'],
    en: ['Functional 50', 'Whole body'],
    lv: ['Funkcionālais 50', 'Visam ķermenim'],
  },
  hiit: { et: ['HIIT 45', 'HIIT põhi'], en: ['HIIT 45', 'HIIT basics'], lv: ['HIIT 45', 'HIIT pamati'] },
  step: { et: ['Stepi põhitund'], en: ['Step basics'], lv: ['Stepa pamati'] },
  boxing: { et: ['Poksitreening'], en: ['Boxing technique'], lv: ['Boksa tehnika'] },
  cycling: { et: ['Ratas 55', 'Tõusud'], en: ['Hill ride'], lv: ['Kalnu brauciens', 'Velo intervāli'] },
  runningClub: { et: ['Jooksutehnika'], en: ['Easy long run'], lv: ['Skriešanas tehnika'] },
  nordicWalking: { et: ['Kepikõnni ring'], en: ['Nordic walking loop'], lv: ['Nūjošana mežā'] },
  latin: { et: ['Salsa', 'Latiinorütmid'], en: ['Salsa'], lv: ['Salsa'] },
  jazz: { et: ['Jazztants algajatele'], en: ['Jazz for beginners'], lv: ['Džeza dejas iesācējiem'] },
  hipHop: { et: ['Hiphopi koreograafia'], en: ['Hip-hop choreography'], lv: ['Hiphopa horeogrāfija'] },
  ballet: { et: ['Puutreening'], en: ['Barre'], lv: ['Pie baleta stieņa'] },
  vinyasa: {
    et: ['Vinyasa põhitund', 'Sujuv jooga'],
    en: ['Vinyasa flow'],
    lv: ['Vinjāsas pamati', 'Plūstošā joga'],
  },
  yin: { et: ['Vaikne yin'], en: ['Quiet yin'], lv: ['Klusā iņ joga'] },
  stretching: {
    et: ['Sügav venitus', 'Venitus ja rullimine'],
    en: ['Deep stretch'],
    lv: ['Dziļā stiepšanās'],
  },
  mobility: { et: ['Liikuvad liigesed'], en: ['Moving joints'], lv: ['Kustīgas locītavas'] },
  meditation: { et: ['Hingamine ja vaikus'], en: ['Breath and silence'], lv: ['Elpa un klusums'] },
  matPilates: { et: ['Pilatese alused', 'Vormi-pilates'], en: ['Pilates basics'], lv: ['Pilates pamati'] },
  reformer: { et: ['Vormi-pilates', 'Reformer 50'], en: ['Reformer flow'], lv: ['Reformera plūsma'] },
  aquaAerobics: { et: ['Vesivõimlemine'], en: ['Deep water aerobics'], lv: ['Dziļūdens aerobika'] },
  aquaBalance: { et: ['Vesijooga'], en: ['Floating balance'], lv: ['Ūdens joga'] },
  swimming: { et: ['Krooli tehnika', 'Meistrite ujumine'], en: ['Freestyle technique'], lv: ['Krauls'] },
  swimSchool: {
    et: ['Ujumiskool 7+', 'Väikesed kalad'],
    en: ['Swim school 7+'],
    lv: ['Peldēšanas skola 7+'],
  },
  babySwim: { et: ['Beebid ja vanemad'], en: ['Babies and parents'], lv: ['Mazuļi un vecāki'] },
  saunaRitual: {
    et: ['Kaselehtede rituaal'],
    en: ['Birch ritual'],
    lv: ['Bērzu slotu rituāls', 'Zāļu rituāls'],
  },
  saltRoom: { et: ['Soolavaikus'], en: ['Salt silence'], lv: ['Sāls klusums'] },
  golfBasics: { et: ['Rohelise kaardi kursus'], en: ['First round'], lv: ['Zaļās kartes kurss'] },
  golfSwing: { et: ['Draivi tund', 'Rauad ja puud'], en: ['Driver hour'], lv: ['Draivera stunda'] },
  shortGame: { et: ['Puttimine', 'Chipid ja pitchid'], en: ['Putting'], lv: ['Patošana', 'Čipi un piči'] },
  golfSimulator: { et: ['Simulaatoriring'], en: ['Simulator round'], lv: ['Raunds simulatorā'] },
  golfFitness: { et: ['Golfija selg'], en: ['Golf back'], lv: ['Golfera mugurai'] },
  tennis: { et: ['Servitund', 'Rühmatennis'], en: ['Serve hour'], lv: ['Serves stunda'] },
  cardioTennis: { et: ['Tennis 60'], en: ['Tennis 60'], lv: ['Teniss 60'] },
  padel: { et: ['Padelimäng', 'Padel neljakesi'], en: ['Padel game'], lv: ['Padela spēle'] },
  climbingBasics: { et: ['Köie ja sõlmede päev'], en: ['Rope and knots'], lv: ['Virves un mezgli'] },
  bouldering: { et: ['Boldriklubi'], en: ['Boulder club'], lv: ['Boulderinga klubs'] },
  leadClimbing: { et: ['Altjulgestuse kursus'], en: ['Lead course'], lv: ['Apakšējās drošināšanas kurss'] },
  children: { et: ['Mängides osavaks', 'Kooliealiste trenn'], en: ['Small movers'], lv: ['Mazie censoņi'] },
  seniors: { et: ['Kuldne iga'], en: ['Golden age'], lv: ['Zelta gadi'] },
  personal: { et: ['Personaaltund'], en: ['Personal hour'], lv: ['Personālā stunda'] },
};

/** Stand before a name. */
export const namePrefixes: Words = {
  et: ['Algajatele:', 'Edasijõudnutele:', 'Uus:'],
  en: ['Beginners:', 'Advanced:', 'New:'],
  lv: ['Iesācējiem:', 'Ar pieredzi:', 'Jaunums:'],
};

const publicComments: Words = {
  et: [
    'Võta kaasa rätik ja joogipudel.',
    'Tule kümme minutit varem, et jõuaksid rahulikult riietuda.',
    'Sobib igale tasemele.',
  ],
  en: [
    'Bring a towel and a bottle of water.',
    'Come ten minutes early, so that you can change in peace.',
    'Fits every level.',
  ],
  lv: [
    'Paņemiet līdzi dvieli un ūdens pudeli.',
    'Atnāciet desmit minūtes agrāk, lai mierīgi pārģērbtos.',
    'Piemērots jebkuram līmenim.',
  ],
};

const outdoorComments: Words = {
  et: ['Riietu soojalt, oleme õues.', 'Paduvihma korral kohtume sees.'],
  en: ['Dress warmly, we are outdoors.', 'In heavy rain we meet indoors.'],
  lv: ['Ģērbieties silti, būsim ārā.', 'Stipra lietus laikā tiekamies iekštelpās.'],
};
const waterComments: Words = {
  et: ['Võta kaasa ujumismüts ja rätik.', 'Tule kümme minutit varem, et enne duši all käia.'],
  en: ['Bring a swimming cap and a towel.', 'Come ten minutes early for a shower first.'],
  lv: ['Paņemiet līdzi peldcepuri un dvieli.', 'Atnāciet desmit minūtes agrāk, lai vispirms nomazgātos.'],
};
const warmthComments: Words = {
  et: ['Joo enne klaas vett.', 'Jäta ehted riidekappi.'],
  en: ['Drink a glass of water before.', 'Leave jewellery in your locker.'],
  lv: ['Pirms tam izdzeriet glāzi ūdens.', 'Rotaslietas atstājiet skapītī.'],
};
const treatmentComments: Words = {
  et: ['Tule veerand tundi varem, tee on valmis.', 'Ütle ette, kui midagi valutab või oled allergiline.'],
  en: [
    'Come a quarter of an hour early, tea is ready.',
    'Tell us before if something hurts or you have an allergy.',
  ],
  lv: ['Atnāciet ceturtdaļstundu agrāk, tēja būs gatava.', 'Pasakiet iepriekš, ja kas sāp vai ir alerģija.'],
};
const wallComments: Words = {
  et: [
    'Seinal on uued rajad.',
    'Sussid saad laenata vastuvõtust.',
    'Lõika küüned lühikeseks ja jäta sõrmused koju.',
  ],
  en: [
    'There are new routes on the wall.',
    'Shoes can be borrowed at the desk.',
    'Cut your nails and leave rings at home.',
  ],
  lv: [
    'Uz sienas ir jauni maršruti.',
    'Apavus var aizņemties recepcijā.',
    'Apgrieziet nagus un gredzenus atstājiet mājās.',
  ],
};
const courtComments: Words = {
  et: ['Pallid on väljakul.', 'Tule kümme minutit varem ja tee soojaks.'],
  en: ['Balls are on the court.', 'Come ten minutes early to warm up.'],
  lv: ['Bumbiņas ir kortā.', 'Atnāciet desmit minūtes agrāk, lai iesildītos.'],
};
const simulatorComments: Words = {
  et: ['Puhasta jalatsid enne sisenemist.', 'Võta oma kinnas kaasa.'],
  en: ['Clean your shoes before you step in.', 'Bring your own glove.'],
  lv: ['Pirms ieejas notīriet apavus.', 'Paņemiet līdzi savu cimdu.'],
};
const teeComments: Words = {
  et: ['Äikese ajal mängu ei alustata.', 'Kärud on klubimaja ees.'],
  en: ['No start during a thunderstorm.', 'Trolleys stand before the clubhouse.'],
  lv: ['Pērkona laikā spēli nesāk.', 'Ratiņi ir pie kluba nama.'],
};
const calmComments: Words = {
  et: [
    'Uks suletakse alguses, tule viis minutit varem.',
    'Tekid ja padjad on kohal.',
    'Sobib igale tasemele.',
  ],
  en: [
    'The door closes at the start, come five minutes early.',
    'Blankets and cushions are here.',
    'Fits every level.',
  ],
  lv: [
    'Sākumā durvis aizver, atnāciet piecas minūtes agrāk.',
    'Segas un spilveni ir uz vietas.',
    'Piemērots jebkuram līmenim.',
  ],
};
const danceComments: Words = {
  et: ['Kordame eelmise nädala kava.', 'Võta kaasa vesi ja pehmed jalatsid.'],
  en: ['We repeat the routine of last week.', 'Bring water and soft shoes.'],
  lv: ['Atkārtojam iepriekšējās nedēļas deju.', 'Paņemiet līdzi ūdeni un mīkstus apavus.'],
};

/** What is told of trainings of a style of its own ways, wherever it is taught. */
const styleComments: Readonly<Partial<Record<StyleKey, Words>>> = {
  teeTime: teeComments,
  ...{ runningClub: outdoorComments, nordicWalking: outdoorComments },
  ...{ vinyasa: calmComments, yin: calmComments, meditation: calmComments },
  ...{ latin: danceComments, jazz: danceComments, hipHop: danceComments },
};

/** The same of a room that is no hall. */
const roomComments: Readonly<Partial<Record<RoomKind, Words>>> = {
  ...{ outdoor: outdoorComments, range: outdoorComments, shortGame: outdoorComments },
  ...{ pool: waterComments, smallPool: waterComments, sauna: warmthComments, salt: warmthComments },
  treatment: treatmentComments,
  ...{ boulder: wallComments, highWall: wallComments, childrenWall: wallComments },
  ...{ court: courtComments, padel: courtComments, simulator: simulatorComments },
};

/** What may be told of a training of a style in a room of a kind. */
export function commentsOf(style: StyleKey, kind: RoomKind): Words {
  return styleComments[style] ?? roomComments[kind] ?? publicComments;
}

export const privateComments: Words = {
  et: ['Kapi võti on vastuvõtus.', 'Kolm inimest on esimest korda, näita neile kõik ette.'],
  en: ['The key of the cupboard is at the desk.', 'Three people come for the first time, show them around.'],
  lv: ['Skapja atslēga ir recepcijā.', 'Trīs cilvēki nāk pirmo reizi, izrādiet viņiem visu.'],
};

/** Why a training does not take place. */
export const cancelReasons: Words = {
  et: ['Juhendaja on haigestunud.', 'Juhendaja on koolitusel.'],
  en: ['The trainer has fallen ill.', 'The trainer is at a course.'],
  lv: ['Vadītājs ir saslimis.', 'Vadītājs ir mācībās.'],
};

/** The same of hours that nobody teaches. */
export const cancelReasonsAlone: Words = {
  et: ['Teeme hooldustöid.', 'Tehniline rike, parandame.'],
  en: ['Maintenance is being done.', 'Something broke, we are mending it.'],
  lv: ['Notiek apkope.', 'Tehniska kļūme, labojam.'],
};

export const closedReasons: Words = {
  et: ['Registreerimine käib vastuvõtus.'],
  en: ['Please register at the reception.'],
  lv: ['Pierakstīšanās recepcijā.'],
};
