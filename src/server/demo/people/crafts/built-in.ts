import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';

type Said = Readonly<Record<Language, string>>;

/** What somebody has learnt to teach: styles that go together, and how trainers of it speak of themselves. */
export interface Craft {
  readonly styles: readonly StyleKey[];
  readonly words: readonly Said[];
}

const said = (et: string, en: string, lv: string): Said => ({ et, en, lv });

const crafts: readonly Craft[] = [
  {
    styles: [
      ...(['strength', 'strengthCircuit', 'functional', 'kettlebell', 'hiit', 'core', 'boxing'] as const),
      ...(['golfFitness', 'mobility', 'personal'] as const),
    ],
    words: [
      said(
        'Treener aastast 2014. Õpetab tõstma nii, et selg ei valuta. Tundi ootab ka algajaid: raskuse valid ise.',
        'A trainer since 2014. Teaches lifting that does not hurt the back. Beginners are welcome: you choose your weight.',
        'Vada treniņus kopš 2014. gada. Māca celt tā, lai mugura nesāp. Nodarbībās gaida arī iesācējus: svaru izvēlaties paši.',
      ),
      said(
        'Kümme aastat võistlussporti, nüüd kuus aastat treenerina. Hoolib tehnikast rohkem kui kilodest.',
        'Ten years of competing, now six as a trainer. Cares for technique more than for kilograms.',
        'Desmit gadi sacensībās, tagad seši gadi trenera darbā. Tehnika svarīgāka par kilogramiem.',
      ),
      said(
        'Hariduselt füsioterapeut. Tema tundi tullakse pärast vigastust ja jäädakse aastateks.',
        'A physiotherapist by education. People come after an injury and stay for years.',
        'Pēc izglītības fizioterapeits. Uz nodarbībām nāk pēc traumas un paliek gadiem.',
      ),
    ],
  },
  {
    styles: ['cycling', 'hiit', 'step', 'functional', 'core', 'runningClub', 'nordicWalking', 'seniors'],
    words: [
      said(
        'Alustas ise täiskasvanuna ja mäletab hästi, mis algajale raske on. Seletab lihtsalt ja naerab palju.',
        'Began as an adult and remembers well what is hard at first. Explains simply and laughs a lot.',
        'Sportot sāka pieaugušā vecumā un labi atceras, kas iesācējam grūti. Skaidro vienkārši un daudz smejas.',
      ),
      said(
        'Jookseb igal kevadel maratoni ja teab, kuidas tempot hoida. Muusika valib hoolega.',
        'Runs a marathon every spring and knows how to keep a pace. Picks the music with care.',
        'Katru pavasari skrien maratonu un zina, kā noturēt tempu. Mūziku izvēlas rūpīgi.',
      ),
    ],
  },
  {
    styles: [
      ...(['vinyasa', 'yin', 'stretching', 'mobility', 'meditation', 'matPilates', 'seniors'] as const),
    ],
    words: [
      said(
        'Õpetab joogat kaheksandat aastat. Tema tunnis on vaikust rohkem kui juttu.',
        'In the eighth year of teaching yoga. There is more silence than talk in the classes.',
        'Jogu māca astoto gadu. Nodarbībās klusuma ir vairāk nekā runu.',
      ),
      said(
        'Tuli kontoritoolilt, kange kaelaga. Näitab igale asendile kergema ja raskema viisi.',
        'Came from an office chair, with a stiff neck. Shows an easier and a harder way for each pose.',
        'Atnāca no biroja krēsla ar stīvu kaklu. Katrai pozai parāda vieglāku un grūtāku veidu.',
      ),
    ],
  },
  {
    styles: ['reformer', 'matPilates', 'core', 'ballet', 'stretching', 'personal'],
    words: [
      said(
        'Tantsis varem balletti. Märkab iga õlga, mis kerkib, ja ütleb seda vaikselt.',
        'Used to dance ballet. Notices every shoulder that rises, and says so quietly.',
        'Agrāk dejoja baletu. Pamana katru paceltu plecu un pasaka to klusi.',
      ),
      said(
        'Õppis pilatest pärast seljavigastust. Rühmas jõuab igaühe juurde.',
        'Learnt pilates after a back injury. Gets to everybody in the group.',
        'Pilates apguva pēc muguras traumas. Grupā paspēj pie katra.',
      ),
    ],
  },
  {
    styles: ['latin', 'jazz', 'hipHop', 'ballet', 'step', 'stretching'],
    words: [
      said(
        'Tantsinud seitsmendast eluaastast. Kava õpid juppidena, lõpuks tantsid terve loo.',
        'Has danced since the age of seven. You learn in pieces and dance a whole song in the end.',
        'Dejo kopš septiņu gadu vecuma. Deju apgūsit pa daļām, beigās nodejosit visu dziesmu.',
      ),
      said(
        'Teeb koreograafiat teatrile ja usub, et rütm on igaühes. Partnerit kaasa vaja pole.',
        'Makes choreography for a theatre and believes that everybody has rhythm. No partner needed.',
        'Veido horeogrāfijas teātrim un tic, ka ritms ir katrā. Partneris nav vajadzīgs.',
      ),
    ],
  },
  {
    styles: ['swimming', 'aquaAerobics', 'aquaBalance', 'swimSchool', 'babySwim'],
    words: [
      said(
        'Ujus kunagi koondises, nüüd õpetab vett mitte kartma. Kõige rohkem meeldib, kui keegi esimest korda hõljub.',
        'Once swam for the country, now teaches not to fear the water. Likes it most when somebody floats for the first time.',
        'Reiz peldēja izlasē, tagad māca nebaidīties no ūdens. Visvairāk patīk, kad kāds pirmoreiz peld pa virsu.',
      ),
      said(
        'Vetelpäästja ja ujumisõpetaja. Parandab ühe asja korraga.',
        'A lifeguard and a swimming teacher. Mends one thing at a time.',
        'Sargā peldētājus un māca peldēt. Labo vienu lietu reizē.',
      ),
    ],
  },
  {
    styles: ['golfBasics', 'golfSwing', 'shortGame', 'personal'],
    words: [
      said(
        'Golfitreener, tase B. Filmib sinu lööki ja annab kaasa ühe asja, mida harjutada.',
        'A golf pro. Films your swing and gives you one thing to practise.',
        'Golfa treneris. Nofilmē jūsu sitienu un iedod vienu lietu, ko trenēt.',
      ),
      said(
        'Mängib alla seitsme händikäpi ja mäletab, kuidas pall esimesel aastal kuhugi ei lennanud.',
        'Plays off seven and remembers the first year, when the ball went nowhere.',
        'Spēlē ar hendikepu septiņi un atceras pirmo gadu, kad bumba nekur nelidoja.',
      ),
    ],
  },
  {
    styles: ['tennis', 'cardioTennis', 'children', 'personal'],
    words: [
      said(
        'Mänginud turniire kümme aastat. Esimesel tunnil lööd juba üle võrgu.',
        'Ten years of tournaments. You hit over the net in the first hour.',
        'Desmit gadi turnīros. Jau pirmajā stundā sitīsit pāri tīklam.',
      ),
      said(
        'Õpetab lapsi ja nende vanemaid, mõnikord samal väljakul. Korv on alati täis.',
        'Teaches children and their parents, sometimes on one court. The basket is always full.',
        'Māca bērnus un viņu vecākus, dažreiz vienā kortā. Grozs vienmēr pilns.',
      ),
    ],
  },
  {
    styles: ['bouldering', 'climbingBasics', 'leadClimbing', 'children'],
    words: [
      said(
        'Keerab seinale uued rajad ja teab iga nukki nime pidi. Julgestust kontrollib kaks korda.',
        'Sets the new routes and knows every hold by name. Checks the belay twice.',
        'Skrūvē jaunos maršrutus un pazīst katru tvērienu. Drošināšanu pārbauda divreiz.',
      ),
      said(
        'Roninud mägedes kahel mandril. Algajale ütleb: vaata jalgu, mitte käsi.',
        'Has climbed mountains on two continents. Tells beginners to look at their feet, not their hands.',
        'Kāpj kalnos divos kontinentos. Iesācējiem saka: skatieties uz kājām, ne rokām.',
      ),
    ],
  },
  {
    styles: ['children', 'seniors', 'stretching', 'swimSchool'],
    words: [
      said(
        'Õpetaja kooli võimlas ja siin. Teab, millal laps tahab joosta ja millal puhata.',
        'A teacher at school and here. Knows when a child wants to run and when to rest.',
        'Strādā skolā un šeit. Zina, kad bērns grib skriet un kad atpūsties.',
      ),
    ],
  },
  {
    styles: ['massage', 'bodyWrap', 'faceCare', 'saunaRitual', 'meditation'],
    words: [
      said(
        'Masseerib ja juhib sauna. Küsib enne, kust valutab, ja räägib siis vähe.',
        'Gives massages and leads the sauna. Asks first where it hurts, and then says little.',
        'Masē un vada pirti. Vispirms pajautā, kur sāp, un tad runā maz.',
      ),
      said(
        'Kosmeetikuna kolmeteistkümnendat aastat. Kasutab mett, merisoola ja ravimtaimi.',
        'A beautician in the thirteenth year. Works with honey, sea salt and herbs.',
        'Kosmetoloģijā trīspadsmito gadu. Izmanto medu, jūras sāli un ārstniecības augus.',
      ),
    ],
  },
];

/** The crafts that a place has work for, given the styles of its rooms, the widest first; each with those styles alone. */
export function craftsFor(
  styles: ReadonlySet<StyleKey>,
  { styles: offered }: Pick<BuiltInTenant, 'styles'>,
): Craft[] {
  const known = crafts
    .map((craft) => ({
      ...craft,
      styles: craft.styles.filter(
        (style) => offered.includes(style) && (styles.has(style) || style === 'personal'),
      ),
    }))
    .filter((craft) => craft.styles.some((style) => style !== 'personal'))
    .toSorted((one, other) => other.styles.length - one.styles.length);
  // Who could teach but a part of what a colleague does is not looked for.
  return known.filter(
    (craft, index) =>
      !known.slice(0, index).some((wider) => craft.styles.every((style) => wider.styles.includes(style))),
  );
}
