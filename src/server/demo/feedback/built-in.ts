import type { Language } from '#shared/kernel/language.ts';

/** What members of demo centres wrote. */
export const thoughts: Readonly<Record<Language, readonly string[]>> = {
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
