import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

/** As a centre of each kind calls its groups, most of them children's and beginners'; the last one is new and empty. */
export const groupNames: Readonly<Record<TenantKind, Readonly<Record<Language, readonly string[]>>>> = {
  sportsCentre: {
    et: [
      'Algajad jooksjad',
      'Jõutõste algkursus',
      'Noored 13–17',
      'Hommikurühm',
      'Kolmevõistlejad',
      'Seeniorid 60+',
    ],
    en: ['First runs', 'First lifts', 'Teens 13–17', 'Early risers', 'Triathletes', 'Over sixty'],
    lv: [
      'Skriešanas iesācēji',
      'Spēka treniņu iesācēji',
      'Jaunieši 13–17',
      'Rīta grupa',
      'Triatlonisti',
      'Seniori 60+',
    ],
  },
  gymChain: {
    et: ['Jõusaali algajad', 'Jõutõstjad', 'Noored 15–18', 'Hommikurühm', 'Seljakool', 'Seeniorid 60+'],
    en: ['New to the gym', 'Powerlifting', 'Teens 15–18', 'Early risers', 'Back care', 'Over sixty'],
    lv: [
      'Zāles iesācēji',
      'Spēka trijcīņa',
      'Jaunieši 15–18',
      'Rīta grupa',
      'Veselai mugurai',
      'Seniori 60+',
    ],
  },
  golfClub: {
    et: ['Rohelise kaardi kursus', 'Algajad', 'Juuniorid', 'Naiste golf', 'Klubi võistkond', 'Seeniorid'],
    en: ['Green card course', 'Beginners', 'Juniors', 'Ladies', 'Club team', 'Seniors'],
    lv: ['Zaļās kartes kurss', 'Iesācēji', 'Juniori', 'Sieviešu golfs', 'Kluba komanda', 'Seniori'],
  },
  spa: {
    et: ['Vesivõimlejad', 'Seljakool', 'Lapseootel', 'Hommikurühm', 'Hingamine ja rahu', 'Seeniorid'],
    en: ['Water exercise', 'Back care', 'Expecting mothers', 'Early risers', 'Breath and calm', 'Over sixty'],
    lv: ['Ūdens vingrotāji', 'Veselai mugurai', 'Māmiņu grupa', 'Rīta grupa', 'Elpa un miers', 'Seniori'],
  },
  swimmingPool: {
    et: [
      'Ujumise algkursus',
      'Krooli tehnika',
      'Noored ujujad',
      'Hommikused ujujad',
      'Võistlusrühm',
      'Meistrid 40+',
    ],
    en: ['Learn to swim', 'Front crawl', 'Young swimmers', 'Early lanes', 'Competition squad', 'Masters 40+'],
    lv: [
      'Peldēšanas pamati',
      'Kraula tehnika',
      'Jaunie peldētāji',
      'Rīta peldētāji',
      'Sacensību grupa',
      'Meistari 40+',
    ],
  },
  tennisClub: {
    et: [
      'Täiskasvanud algajad',
      'Minitennis 5–8',
      'Noored',
      'Hommikune paarismäng',
      'Võistlusrühm',
      'Seeniorid',
    ],
    en: ['Adult beginners', 'Mini tennis 5–8', 'Juniors', 'Morning doubles', 'Competition squad', 'Seniors'],
    lv: [
      'Pieaugušie iesācēji',
      'Minitenis 5–8',
      'Jaunieši',
      'Rīta dubultspēles',
      'Sacensību grupa',
      'Seniori',
    ],
  },
  climbingHall: {
    et: [
      'Ronimise algkursus',
      'Köiega edasijõudnud',
      'Lapsed 7–11',
      'Noored 12–16',
      'Võistlusrühm',
      'Hommikused ronijad',
    ],
    en: [
      'First climbs',
      'Lead climbing',
      'Children 7–11',
      'Teens 12–16',
      'Competition squad',
      'Early climbers',
    ],
    lv: [
      'Kāpšanas pamati',
      'Ar virvi tālāk',
      'Bērni 7–11',
      'Jaunieši 12–16',
      'Sacensību grupa',
      'Rīta kāpēji',
    ],
  },
  pilatesStudio: {
    et: ['Algajad', 'Edasijõudnud', 'Lapseootel', 'Hommikurühm', 'Seljakool', 'Seeniorid'],
    en: ['Beginners', 'Advanced', 'Expecting mothers', 'Early risers', 'Back care', 'Over sixty'],
    lv: ['Iesācēji', 'Pieredzējušie', 'Māmiņu grupa', 'Rīta grupa', 'Veselai mugurai', 'Seniori'],
  },
  yogaStudio: {
    et: [
      'Jooga algkursus',
      'Ashtanga hommikud',
      'Lapseootel',
      'Laste jooga',
      'Õpetajate koolitus',
      'Õrn jooga 60+',
    ],
    en: [
      'First yoga',
      'Ashtanga mornings',
      'Expecting mothers',
      'Children’s yoga',
      'Teacher training',
      'Gentle yoga 60+',
    ],
    lv: [
      'Jogas pamati',
      'Aštangas rīti',
      'Māmiņu joga',
      'Bērnu joga',
      'Skolotāju kurss',
      'Saudzīgā joga 60+',
    ],
  },
  danceStudio: {
    et: ['Lapsed 5–7', 'Lapsed 8–11', 'Noored', 'Täiskasvanud algajad', 'Esinemisrühm', 'Võistlusrühm'],
    en: ['Children 5–7', 'Children 8–11', 'Teens', 'Adult beginners', 'Stage group', 'Competition group'],
    lv: ['Bērni 5–7', 'Bērni 8–11', 'Jaunieši', 'Pieaugušie iesācēji', 'Uzvedumu grupa', 'Sacensību grupa'],
  },
  trainerPortal: {
    et: ['Jooksurühm', 'Pärast sünnitust', 'Kontoriselg', 'Hommikurühm', 'Võistlejad', 'Seeniorid'],
    en: ['Running group', 'After birth', 'Desk backs', 'Early risers', 'Racers', 'Over sixty'],
    lv: [
      'Skriešanas grupa',
      'Pēc dzemdībām',
      'Biroja mugura',
      'Rīta grupa',
      'Sacensību dalībnieki',
      'Seniori',
    ],
  },
};
