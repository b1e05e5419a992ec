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
