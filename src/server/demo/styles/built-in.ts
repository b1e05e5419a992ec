import { builtInStyles, type StyleKey } from '#server/tenants/styles/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';
import * as ground from './grounds/built-in.ts';
import * as hall from './halls/built-in.ts';
import { type StyleWords, said } from './said/built-in.ts';
import * as water from './waters/built-in.ts';

type Name = Readonly<Record<Language, string>>;

/** What styles say of themselves, all but time with one's own trainer. */
const styleWords: Readonly<Record<Exclude<StyleKey, 'personal'>, StyleWords>> = {
  ...{ strength: hall.strength, kettlebell: hall.strength, strengthCircuit: hall.circuit },
  ...{ functional: hall.circuit, core: hall.core, hiit: hall.cardio, step: hall.cardio },
  ...{ boxing: hall.boxing, cycling: hall.cycling },
  ...{ vinyasa: hall.vinyasa, yin: hall.yin, stretching: hall.loosening, mobility: hall.loosening },
  ...{ meditation: hall.meditation, matPilates: hall.pilates, reformer: hall.pilates },
  ...{ latin: hall.dance, jazz: hall.dance, hipHop: hall.dance, ballet: hall.ballet },
  ...{ children: hall.children, seniors: hall.seniors },
  ...{ runningClub: ground.outdoor, nordicWalking: ground.nordicWalking },
  ...{ golfBasics: ground.golfBasics, golfSwing: ground.golfSwing, shortGame: ground.shortGame },
  ...{ golfSimulator: ground.golfSimulator, golfFitness: ground.golfFitness, teeTime: ground.teeTime },
  ...{ tennis: ground.racket, cardioTennis: ground.racket, padel: ground.padel, openCourt: ground.court },
  ...{ climbingBasics: ground.climbingBasics, bouldering: ground.bouldering },
  ...{ leadClimbing: ground.leadClimbing },
  ...{ aquaAerobics: water.water, aquaBalance: water.water, swimming: water.swimming },
  ...{ swimSchool: water.swimSchool, babySwim: water.babySwim, openSwim: water.lane },
  ...{ saunaRitual: water.sauna, saltRoom: water.saltRoom },
  ...{ massage: water.treatment, bodyWrap: water.treatment, faceCare: water.treatment },
};

/** Where the same style is something of its own, and what it is called there. */
const ownNames: Readonly<Partial<Record<TenantKind, Readonly<Partial<Record<StyleKey, Name>>>>>> = {
  golfClub: { personal: said('Tund golfitreeneriga', 'Lesson with a pro', 'Stunda ar golfa treneri') },
  tennisClub: {
    children: said('Laste tennis', 'Tennis for children', 'Bērnu teniss'),
    personal: said('Eratund väljakul', 'Private lesson on court', 'Privātstunda kortā'),
  },
  climbingHall: { children: said('Laste ronimine', 'Climbing for children', 'Bērnu kāpšana') },
  danceStudio: { children: said('Laste tants', 'Dance for children', 'Bērnu dejas') },
  pilatesStudio: { personal: said('Eratund', 'Private session', 'Privātstunda') },
};

/** What a kind of centre calls a style by a name of its own. */
export function ownNameOf(style: StyleKey, kind: TenantKind): Name | undefined {
  return ownNames[kind]?.[style];
}

export function nameOf(style: StyleKey, kind: TenantKind): Name {
  return ownNameOf(style, kind) ?? builtInStyles[style].name;
}

const ownWords: Readonly<Partial<Record<TenantKind, Readonly<Partial<Record<StyleKey, StyleWords>>>>>> = {
  tennisClub: { children: ground.childrensTennis },
  climbingHall: { children: ground.childrensClimbing },
  danceStudio: { children: hall.childrensDance },
};

/** What a style says of itself in a centre of a kind. */
export function wordsOf(style: StyleKey, kind: TenantKind): StyleWords | undefined {
  return ownWords[kind]?.[style] ?? (style === 'personal' ? undefined : styleWords[style]);
}
