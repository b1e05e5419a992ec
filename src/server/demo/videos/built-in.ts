import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

type Translations = Readonly<Record<Language, string>>;

export const demoVideoTypes = [
  { key: 'warmUp', names: { et: 'Soojendus', en: 'Warm-up', lv: 'Iesildīšanās' } },
  { key: 'strength', names: { et: 'Jõud', en: 'Strength', lv: 'Spēks' } },
  {
    key: 'stretching',
    names: { et: 'Venitus ja taastumine', en: 'Stretching and recovery', lv: 'Stiepšanās un atjaunošanās' },
  },
] as const satisfies readonly { readonly key: string; readonly names: Translations }[];

/** What one warms up for, where that is no training. */
export const warmUpNames: Readonly<Partial<Record<TenantKind, Translations>>> = {
  golfClub: { et: 'Enne ringi', en: 'Before a round', lv: 'Pirms spēles' },
  tennisClub: { et: 'Enne mängu', en: 'Before a match', lv: 'Pirms spēles' },
  swimmingPool: { et: 'Enne ujumist', en: 'Before a swim', lv: 'Pirms peldēšanas' },
  climbingHall: { et: 'Enne ronimist', en: 'Before a climb', lv: 'Pirms kāpšanas' },
  danceStudio: { et: 'Enne tantsu', en: 'Before dancing', lv: 'Pirms dejošanas' },
  spa: { et: 'Hommikune ärkamine', en: 'Waking up', lv: 'Rīta modināšana' },
};

/** Where nobody lifts anything: videos of calm alone. */
export const calmKinds: ReadonlySet<TenantKind> = new Set(['spa', 'yogaStudio']);

export interface DemoVideo {
  /** Of its files under /media/videos/. */
  readonly file: string;
  readonly types: readonly (typeof demoVideoTypes)[number]['key'][];
  readonly titles: Translations;
  readonly descriptions: Translations;
}

/** The project's own videos: a drawn figure, eight seconds each. */
export const demoVideos: readonly DemoVideo[] = [
  {
    file: 'squat',
    types: ['warmUp', 'strength'],
    titles: { et: 'Kükk', en: 'Squat', lv: 'Pietupiens' },
    descriptions: {
      et: 'Kuidas hoida selga ja põlvi, et kükk koormaks reisi, mitte liigeseid.',
      en: 'How to hold back and knees, so that a squat loads the thighs and not the joints.',
      lv: 'Kā turēt muguru un ceļus, lai pietupiens noslogotu augšstilbus, nevis locītavas.',
    },
  },
  {
    file: 'reach',
    types: ['warmUp', 'stretching'],
    titles: {
      et: 'Sirutus üles ja kõrvale',
      en: 'Reach up and to the side',
      lv: 'Stiepšanās augšup un sānis',
    },
    descriptions: {
      et: 'Kolm rahulikku hingetõmmet kummalegi poole, enne kui alustad.',
      en: 'Three calm breaths to each side before you begin.',
      lv: 'Trīs mierīgas ieelpas uz katru pusi, pirms sākat.',
    },
  },
  {
    file: 'lunge',
    types: ['strength'],
    titles: { et: 'Väljaaste', en: 'Lunge', lv: 'Izklupiens' },
    descriptions: {
      et: 'Pikk samm ja püstine kere: tasakaal ja jõud korraga.',
      en: 'A long step and an upright body: balance and strength at once.',
      lv: 'Garš solis un taisns ķermenis: līdzsvars un spēks vienlaikus.',
    },
  },
  {
    file: 'plank',
    types: ['strength'],
    titles: { et: 'Plank', en: 'Plank', lv: 'Planks' },
    descriptions: {
      et: 'Alusta kahekümnest sekundist ja hinga kogu aeg.',
      en: 'Begin with twenty seconds, and breathe all the time.',
      lv: 'Sāciet ar divdesmit sekundēm un visu laiku elpojiet.',
    },
  },
  {
    file: 'fold',
    types: ['stretching'],
    titles: { et: 'Ettekummardus', en: 'Forward fold', lv: 'Noliekšanās uz priekšu' },
    descriptions: {
      et: 'Pärast pikka päeva jalul: tagareied ja alaselg.',
      en: 'After a long day on your feet: hamstrings and lower back.',
      lv: 'Pēc garas dienas kājās: augšstilbu aizmugure un muguras lejasdaļa.',
    },
  },
  {
    file: 'cat',
    types: ['stretching'],
    titles: { et: 'Kassi ja lehma asend', en: 'Cat and cow', lv: 'Kaķa un govs poza' },
    descriptions: {
      et: 'Selgroog liigub lüli lüli järel hingamise rütmis.',
      en: 'The spine moves joint by joint, in the rhythm of the breath.',
      lv: 'Mugurkauls kustas skriemeli pa skriemelim elpas ritmā.',
    },
  },
];
