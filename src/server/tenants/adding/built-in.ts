import type { BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { PageRulesInput } from '#shared/kernel/page-rules.ts';
import type { TenantKind, Theme } from '#shared/tenants/domain.ts';
import type { LogoDesign } from '../logos.ts';
import type { StyleKey } from '../styles/built-in.ts';

/** What a new centre of a kind begins with: everything of it can be changed in the back office. */
export interface KindDefaults {
  readonly theme: Theme;
  readonly logo: LogoDesign;
  readonly slogan: Readonly<Record<Language, string>>;
  readonly rules: Omit<PageRulesInput, 'main'>;
  readonly limits: BookingLimitsInput;
  /** Proposed while it is set up. */
  readonly styles: readonly StyleKey[];
}

const slogan = (et: string, en: string, lv: string) => ({ et, en, lv });

/**
 * Nothing is sold or joined before somebody has said so: payment needs keys of the bank, a contract needs a package. Limits
 * that are not named are the product's own.
 */
export const kindDefaults: Readonly<Record<TenantKind, KindDefaults>> = {
  sportsCentre: {
    theme: { light: '#2456C7', dark: '#7FA2F8', defaultColorScheme: 'light' },
    logo: { container: 'square', glyph: 'chevrons' },
    slogan: slogan('Trenn, mis\nootab sind', 'The workout\nthat awaits you', 'Treniņš, kas\njūs gaida'),
    rules: { filters: ['club', 'style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: {},
    styles: [
      'strength',
      'functional',
      'hiit',
      'cycling',
      'vinyasa',
      'matPilates',
      'stretching',
      'seniors',
      'children',
    ],
  },
  gymChain: {
    theme: { light: '#C4314B', dark: '#F58496', defaultColorScheme: 'dark' },
    logo: { container: 'hexagon', glyph: 'dumbbell' },
    slogan: slogan('Tule ja\ntõsta', 'Come and\nlift', 'Nāciet un\nceliet'),
    rules: { filters: ['club', 'style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { bookingOpensDaysBefore: 7 },
    styles: ['strength', 'strengthCircuit', 'kettlebell', 'functional', 'hiit', 'boxing', 'cycling', 'core'],
  },
  golfClub: {
    theme: { light: '#2C6B46', dark: '#6CC08E', defaultColorScheme: 'light' },
    logo: { container: 'circle', glyph: 'flag' },
    slogan: slogan('Järgmine löök\non sinu', 'The next swing\nis yours', 'Nākamais sitiens\nir jūsu'),
    rules: { filters: ['style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 1440, bookingOpensDaysBefore: 30 },
    styles: ['golfBasics', 'golfSwing', 'shortGame', 'golfSimulator', 'golfFitness', 'personal'],
  },
  spa: {
    theme: { light: '#2F7C86', dark: '#74C7D0', defaultColorScheme: 'light' },
    logo: { container: 'drop', glyph: 'wave' },
    slogan: slogan('Tunnike\nainult sulle', 'An hour\nfor yourself', 'Stunda\ntikai jums'),
    rules: { filters: ['style', 'roomGroup'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 360, sameDayMax: 2 },
    styles: ['aquaBalance', 'aquaAerobics', 'saunaRitual', 'saltRoom', 'yin', 'meditation', 'stretching'],
  },
  swimmingPool: {
    theme: { light: '#0E6FA8', dark: '#5DB9EE', defaultColorScheme: 'light' },
    logo: { container: 'square', glyph: 'lanes' },
    slogan: slogan('Vesi on\nsoe', 'The water\nis warm', 'Ūdens ir\nsilts'),
    rules: { filters: ['room', 'style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 240 },
    styles: ['swimming', 'swimSchool', 'babySwim', 'aquaAerobics', 'aquaBalance', 'seniors', 'children'],
  },
  tennisClub: {
    theme: { light: '#5B7A12', dark: '#B7D35A', defaultColorScheme: 'light' },
    logo: { container: 'circle', glyph: 'ball' },
    slogan: slogan('Väljak on\nvaba', 'The court\nis free', 'Korts ir\nbrīvs'),
    rules: { filters: ['room', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 720 },
    styles: ['tennis', 'cardioTennis', 'padel', 'children', 'personal'],
  },
  climbingHall: {
    theme: { light: '#B4501E', dark: '#F79A6B', defaultColorScheme: 'dark' },
    logo: { container: 'diamond', glyph: 'peaks' },
    slogan: slogan('Üks haare\nkõrgemale', 'One hold\nhigher', 'Par vienu\ntvērienu augstāk'),
    rules: { filters: ['style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: {},
    styles: ['climbingBasics', 'bouldering', 'leadClimbing', 'mobility', 'children'],
  },
  pilatesStudio: {
    theme: { light: '#A2506F', dark: '#EE9DB8', defaultColorScheme: 'light' },
    logo: { container: 'arch', glyph: 'ring' },
    slogan: slogan('Pikk selg,\nrahulik päev', 'A long back,\na calm day', 'Taisna mugura,\nmierīga diena'),
    rules: { filters: ['style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 720, bookingOpensDaysBefore: 21 },
    styles: ['reformer', 'matPilates', 'ballet', 'core', 'stretching', 'personal'],
  },
  yogaStudio: {
    theme: { light: '#6B4A9B', dark: '#B99BE8', defaultColorScheme: 'light' },
    logo: { container: 'leaf', glyph: 'breath' },
    slogan: slogan('Hinga.\nLiigu.', 'Breathe.\nMove.', 'Elpojiet.\nKustieties.'),
    rules: { filters: ['style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 720, sameDayMax: 2 },
    styles: ['vinyasa', 'yin', 'meditation', 'stretching', 'mobility', 'matPilates'],
  },
  danceStudio: {
    theme: { light: '#B0246F', dark: '#F48CC0', defaultColorScheme: 'dark' },
    logo: { container: 'shield', glyph: 'star' },
    slogan: slogan('Muusika juba\nmängib', 'The music\nis on', 'Mūzika jau\nskan'),
    rules: { filters: ['style', 'trainer'], pages: { isJoinSimplePage: true } },
    limits: {},
    styles: ['latin', 'jazz', 'hipHop', 'ballet', 'stretching', 'children'],
  },
  trainerPortal: {
    theme: { light: '#3D4A5C', dark: '#A9BBD3', defaultColorScheme: 'light' },
    logo: { container: 'circle', glyph: 'bars' },
    slogan: slogan('Sinu treener,\nsinu aeg', 'Your trainer,\nyour time', 'Jūsu treneris,\njūsu laiks'),
    rules: { filters: ['trainer', 'style'], pages: { isJoinSimplePage: true } },
    limits: { freeCancelMinutes: 1440, sameStylePerDateMax: 2 },
    styles: ['personal', 'strength', 'functional', 'mobility', 'runningClub', 'stretching'],
  },
};
