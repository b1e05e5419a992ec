import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

/** What members of demo centres wrote. */
const thoughts: Readonly<Record<Language, readonly string[]>> = {
  et: [
    'Väga hea tempo, järgmine kord jälle.',
    'Muusika oli mõnus ja selgitused selged.',
    'Saal oli täna liiga palav.',
    'Sain lõpuks aru, kuidas selga sirgena hoida. Aitäh!',
    'Algajale oli tempo natuke kiire.',
    'Parim algus päevale.',
    'Venituseks võiks lõpus rohkem aega jääda.',
  ],
  en: [
    'Just the right pace, I will be back.',
    'Good music and clear explanations.',
    'The hall was too warm today.',
    'At last I know how to keep my back straight. Thank you!',
    'A little fast for a beginner.',
    'The best start of a day.',
    'There could be more time to stretch at the end.',
  ],
  lv: [
    'Ļoti labs temps, nākšu vēl.',
    'Laba mūzika un skaidri paskaidrojumi.',
    'Zālē šodien bija pārāk karsti.',
    'Beidzot sapratu, kā turēt muguru taisnu. Paldies!',
    'Iesācējam temps bija mazliet ātrs.',
    'Labākais dienas sākums.',
    'Beigās varētu būt vairāk laika stiepšanās vingrinājumiem.',
  ],
};

/** Where one does not sweat to music in a hall. */
const ownThoughts: Readonly<Partial<Record<TenantKind, typeof thoughts>>> = {
  climbingHall: {
    et: [
      'Uued rajad on mõnusad, kollane tuli lõpuks ära.',
      'Juhendaja seletas julgestuse kannatlikult lahti.',
      'Boldriseina ees oli täna kitsas.',
      'Sõrmed on läbi, tuju on hea.',
      'Algajale oli tempo paras.',
    ],
    en: [
      'Lovely new routes, the yellow one went at last.',
      'The instructor explained belaying patiently.',
      'It was crowded at the boulder wall today.',
      'My fingers are done, my mood is good.',
      'The right pace for a beginner.',
    ],
    lv: [
      'Jaunie maršruti ir lieliski, dzeltenais beidzot padevās.',
      'Instruktors pacietīgi izskaidroja drošināšanu.',
      'Pie bouldera sienas šodien bija šauri.',
      'Pirksti galā, noskaņojums labs.',
      'Iesācējam temps bija īstais.',
    ],
  },
  golfClub: {
    et: [
      'Lõpuks lendas pall otse. Aitäh!',
      'Videost nägin kohe, mis käed valesti teevad.',
      'Griinid on heas korras.',
      'Rühm oli paras, igaühe jaoks jagus aega.',
    ],
    en: [
      'At last the ball flew straight. Thank you!',
      'On video I saw at once what my hands do wrong.',
      'The greens are in good order.',
      'The group was small enough for everybody to be seen.',
    ],
    lv: [
      'Beidzot bumbiņa lidoja taisni. Paldies!',
      'Video uzreiz redzēju, ko rokas dara nepareizi.',
      'Grīni ir labā kārtībā.',
      'Grupa bija īstā lieluma, laika pietika katram.',
    ],
  },
  tennisClub: {
    et: [
      'Serv hakkas lõpuks tulema.',
      'Palju palle ja vähe juttu, nii meeldib.',
      'Teisel väljakul oli täna libe.',
      'Hea mängukaaslane, tulen jälle.',
    ],
    en: [
      'My serve is coming at last.',
      'Many balls and few words, as I like it.',
      'The second court was slippery today.',
      'A good partner, I will be back.',
    ],
    lv: [
      'Serve beidzot sāk izdoties.',
      'Daudz bumbiņu un maz runu, tā man patīk.',
      'Otrajā kortā šodien bija slidens.',
      'Labs spēles biedrs, nākšu vēl.',
    ],
  },
  swimmingPool: {
    et: [
      'Vesi oli paras ja rajal oli ruumi.',
      'Krooli hingamine läks lõpuks paika.',
      'Duširuum oli täna jahe.',
      'Laps ei taha enam veest välja tulla.',
    ],
    en: [
      'The water was just right, and there was room in the lane.',
      'I have found the rhythm of breathing at last.',
      'The showers were cold today.',
      'My child does not want to leave the water any more.',
    ],
    lv: [
      'Ūdens bija tieši laikā, un celiņā bija vieta.',
      'Kraula elpošana beidzot izdodas.',
      'Dušās šodien bija vēss.',
      'Bērns vairs negrib kāpt ārā no ūdens.',
    ],
  },
  yogaStudio: {
    et: [
      'Nii rahulikult pole ma ammu hinganud.',
      'Kergemad variandid olid mulle just parajad.',
      'Stuudio oli täna natuke jahe.',
      'Parim lõpp päevale.',
    ],
    en: [
      'I have not breathed so calmly for long.',
      'The easier ways were just right for me.',
      'The studio was a little cold today.',
      'The best end of a day.',
    ],
    lv: [
      'Tik mierīgi sen nebiju elpojusi.',
      'Vieglākie varianti man bija tieši laikā.',
      'Studijā šodien bija mazliet vēsi.',
      'Labākās dienas beigas.',
    ],
  },
  danceStudio: {
    et: [
      'Kava jäi pähe, tantsin seda nüüd köögis.',
      'Sammud seletati rahulikult lahti.',
      'Peegli ees oli täna kitsas.',
      'Muusika oli mõnus.',
    ],
    en: [
      'I remember the routine and dance it in the kitchen now.',
      'The steps were explained calmly.',
      'It was crowded at the mirror today.',
      'Lovely music.',
    ],
    lv: [
      'Deja palika atmiņā, tagad dejoju virtuvē.',
      'Soļus izskaidroja mierīgi.',
      'Pie spoguļa šodien bija šauri.',
      'Mūzika bija jauka.',
    ],
  },
  spa: {
    et: [
      'Tund vaikust, mida mul vaja oli.',
      'Leil oli mõnus ja tee pärast veel parem.',
      'Massaaž võttis kaela pingest lahti.',
      'Vesi võiks olla kraadi võrra soojem.',
    ],
    en: [
      'An hour of quiet, just what I needed.',
      'The steam was lovely, the tea afterwards even better.',
      'The massage took the strain out of my neck.',
      'The water could be a degree warmer.',
    ],
    lv: [
      'Klusuma stunda, tieši tas, kas vajadzīgs.',
      'Gars bija lielisks, tēja pēc tam vēl labāka.',
      'Masāža atbrīvoja saspringto kaklu.',
      'Ūdens varētu būt par grādu siltāks.',
    ],
  },
};

/** What they wrote of a centre of this kind. */
export function thoughtsOf({
  kind,
  defaultLanguage,
}: Pick<BuiltInTenant, 'kind' | 'defaultLanguage'>): readonly string[] {
  return (ownThoughts[kind] ?? thoughts)[defaultLanguage];
}
