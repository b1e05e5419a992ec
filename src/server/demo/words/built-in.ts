import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';

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
  padel: { et: ['Padelimäng', 'Padel algajatele'], en: ['Padel game'], lv: ['Padela spēle'] },
  climbingBasics: { et: ['Köie ja sõlmede päev'], en: ['Rope and knots'], lv: ['Virves un mezgli'] },
  bouldering: { et: ['Boldriklubi'], en: ['Boulder club'], lv: ['Boulderinga klubs'] },
  leadClimbing: { et: ['Altjulgestuse kursus'], en: ['Lead course'], lv: ['Apakšējās drošināšanas kurss'] },
  children: { et: ['Mudilaste trenn', 'Kooliealiste trenn'], en: ['Small movers'], lv: ['Mazie censoņi'] },
  seniors: { et: ['Kuldne iga'], en: ['Golden age'], lv: ['Zelta gadi'] },
  personal: { et: ['Personaaltund'], en: ['Personal hour'], lv: ['Personālā stunda'] },
};

/** Stand before a name. */
export const namePrefixes: Words = {
  et: ['Algajatele:', 'Edasijõudnutele:', 'Uus:'],
  en: ['Beginners:', 'Advanced:', 'New:'],
  lv: ['Iesācējiem:', 'Ar pieredzi:', 'Jaunums:'],
};

export const publicComments: Words = {
  et: [
    'Võta kaasa rätik ja joogipudel.',
    'Tule kümme minutit varem, et varustus endale sobivaks sättida.',
    'Sobib igale tasemele.',
  ],
  en: [
    'Bring a towel and a bottle of water.',
    'Come ten minutes early to set up your equipment.',
    'Fits every level.',
  ],
  lv: [
    'Paņemiet līdzi dvieli un ūdens pudeli.',
    'Atnāciet desmit minūtes agrāk, lai noregulētu inventāru.',
    'Piemērots jebkuram līmenim.',
  ],
};

export const outdoorComments: Words = {
  et: ['Riietu soojalt, oleme õues.', 'Paduvihma korral kohtume sees.'],
  en: ['Dress warmly, we are outdoors.', 'In heavy rain we meet indoors.'],
  lv: ['Ģērbieties silti, būsim ārā.', 'Stipra lietus laikā tiekamies iekštelpās.'],
};

export const privateComments: Words = {
  et: ['Kõlari aku on nõrk, võta laadija kaasa.', 'Proovitund: kolm uut inimest, näita saal ette.'],
  en: ['The speaker runs low, bring the charger.', 'Trial hour: three new people, show them the room.'],
  lv: [
    'Skaļrunim vāja baterija, paņemiet lādētāju.',
    'Izmēģinājuma stunda: trīs jauni cilvēki, izrādiet zāli.',
  ],
};

/** Why a training does not take place. */
export const cancelReasons: Words = {
  et: ['Treener on haigestunud.', 'Saalis on ventilatsiooni hooldus.'],
  en: ['The trainer has fallen ill.', 'The ventilation of the room is being serviced.'],
  lv: ['Treneris ir saslimis.', 'Zālē notiek ventilācijas apkope.'],
};

/** The same of hours that nobody teaches. */
export const cancelReasonsAlone: Words = {
  et: ['Väljakut hooldatakse.', 'Tehniline rike, parandame.'],
  en: ['Maintenance is being done.', 'Something broke, we are mending it.'],
  lv: ['Notiek apkope.', 'Tehniska kļūme, labojam.'],
};

export const closedReasons: Words = {
  et: ['Registreerimine käib vastuvõtus.'],
  en: ['Please register at the reception.'],
  lv: ['Pierakstīšanās recepcijā.'],
};
