import type { Language } from '#shared/kernel/language.ts';

/** Which client type a training of the style counts as (specification point 3). */
type StyleClientType = 'groupTraining' | 'gym' | 'other' | 'personalTraining' | 'pool';

export interface BuiltInStyle {
  readonly name: Readonly<Record<Language, string>>;
  /** The mark in light mode; `styleMarkColour` makes what is drawn. */
  readonly colour: string;
  /** How long a training of it usually lasts. */
  readonly minutes: number;
  readonly clientType: StyleClientType;
}

const strength = '#CE5247';
const cardio = '#C65085';
const mind = '#0B976D';
const pilates = '#9763CC';
const water = '#098DB2';
const dance = '#B07008';
const cycling = '#487CDE';
const outdoor = '#529420';

function style(
  et: string,
  en: string,
  lv: string,
  colour: string,
  minutes: number,
  clientType: StyleClientType = 'groupTraining',
): BuiltInStyle {
  return { name: { et, en, lv }, colour, minutes, clientType };
}

/** Every style a built-in tenant may offer. The keys are ours alone; tenants get their own rows. */
export const builtInStyles = {
  strength: style('Jõutreening', 'Strength', 'Spēka treniņš', strength, 55),
  strengthCircuit: style('Jõutreening ringis', 'Strength circuit', 'Spēka aplis', strength, 55),
  core: style('Kere ja selg', 'Core', 'Vēdera un muguras muskulatūra', strength, 30),
  kettlebell: style('Sangpomm', 'Kettlebell', 'Svaru bumbas', strength, 45),
  functional: style('Funktsionaalne treening', 'Functional training', 'Funkcionālais treniņš', strength, 50),
  hiit: style('HIIT', 'HIIT', 'HIIT', cardio, 45),
  step: style('Stepp', 'Step', 'Stepa aerobika', cardio, 55),
  boxing: style('Poks', 'Boxing', 'Bokss', cardio, 60),
  cycling: style('Spinning', 'Indoor cycling', 'Velotreniņš', cycling, 55),
  runningClub: style('Jooksuklubi', 'Running club', 'Skriešanas klubs', outdoor, 90),
  nordicWalking: style('Kepikõnd', 'Nordic walking', 'Nūjošana', outdoor, 75),
  latin: style('Latiino', 'Latin dance', 'Latīņu dejas', dance, 60),
  jazz: style('Jazztants', 'Jazz dance', 'Džeza dejas', dance, 75),
  hipHop: style('Hiphop', 'Hip-hop', 'Hiphops', dance, 60),
  ballet: style('Balletitreening', 'Ballet fitness', 'Baleta treniņš', dance, 60),
  vinyasa: style('Vinyasa jooga', 'Vinyasa yoga', 'Vinjāsas joga', mind, 60),
  yin: style('Yin-jooga', 'Yin yoga', 'Iņ joga', mind, 75),
  stretching: style('Venitus', 'Stretching', 'Stiepšanās', mind, 45),
  mobility: style('Liikuvus', 'Mobility', 'Kustīgums', mind, 45),
  meditation: style('Meditatsioon', 'Meditation', 'Meditācija', mind, 30),
  matPilates: style('Matipilates', 'Mat pilates', 'Pilates uz paklājiņa', pilates, 50),
  reformer: style('Reformer-pilates', 'Reformer pilates', 'Pilates uz reformera', pilates, 50),
  aquaAerobics: style('Vesiaeroobika', 'Aqua aerobics', 'Ūdens aerobika', water, 45, 'pool'),
  aquaBalance: style('Vesitasakaal', 'Aqua balance', 'Ūdens līdzsvars', water, 45, 'pool'),
  swimming: style('Ujumistreening', 'Swim training', 'Peldēšanas treniņš', water, 60, 'pool'),
  swimSchool: style('Laste ujumine', 'Swimming for children', 'Bērnu peldēšana', water, 45, 'pool'),
  babySwim: style('Beebiujumine', 'Baby swimming', 'Mazuļu peldēšana', water, 30, 'pool'),
  saunaRitual: style('Saunarituaal', 'Sauna ritual', 'Pirts rituāls', dance, 30, 'other'),
  saltRoom: style(
    'Hingamine soolakambris',
    'Salt room breathing',
    'Elpošana sāls istabā',
    water,
    30,
    'other',
  ),
  golfBasics: style('Golfi algkursus', 'Golf for beginners', 'Golfs iesācējiem', outdoor, 90),
  golfSwing: style('Löögitreening', 'Swing practice', 'Sitienu treniņš', outdoor, 60),
  shortGame: style('Lühimäng', 'Short game', 'Īsā spēle', mind, 60),
  golfSimulator: style('Golfisimulaator', 'Golf simulator', 'Golfa simulators', cycling, 60, 'other'),
  golfFitness: style('Golfifitness', 'Golf fitness', 'Fitness golferiem', strength, 50),
  tennis: style('Tennisetreening', 'Tennis training', 'Tenisa treniņš', outdoor, 60),
  cardioTennis: style('Kardiotennis', 'Cardio tennis', 'Kardio teniss', cardio, 60),
  padel: style('Padel', 'Padel', 'Padels', cycling, 90, 'other'),
  climbingBasics: style('Ronimise algkursus', 'Climbing basics', 'Kāpšanas pamati', dance, 120),
  bouldering: style('Boldering', 'Bouldering', 'Boulderings', strength, 90),
  leadClimbing: style('Altjulgestus', 'Lead climbing', 'Kāpšana ar apakšējo drošināšanu', cycling, 120),
  children: style('Laste trenn', 'Training for children', 'Bērnu treniņš', dance, 45),
  seniors: style('Seenioride võimlemine', 'Exercise for seniors', 'Vingrošana senioriem', mind, 50),
  personal: style(
    'Personaaltreening',
    'Personal training',
    'Personālais treniņš',
    pilates,
    60,
    'personalTraining',
  ),
  teeTime: style('Algusaeg', 'Tee time', 'Starta laiks', outdoor, 10, 'other'),
  openCourt: style('Vaba väljak', 'Open court', 'Brīvs korts', cycling, 60, 'other'),
  openSwim: style('Vabaujumine', 'Lane swimming', 'Brīvā peldēšana', water, 60, 'pool'),
  massage: style('Klassikaline massaaž', 'Classic massage', 'Klasiskā masāža', mind, 60, 'other'),
  bodyWrap: style('Soola-meekoorija', 'Salt and honey scrub', 'Sāls un medus skrubis', pilates, 75, 'other'),
  faceCare: style('Näohooldus', 'Face care', 'Sejas kopšana', cardio, 60, 'other'),
} as const satisfies Record<string, BuiltInStyle>;

export type StyleKey = keyof typeof builtInStyles;
