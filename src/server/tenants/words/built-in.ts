import type { Language } from '#shared/kernel/language.ts';
import type { StyleKey } from '../styles/built-in.ts';

type Said = Readonly<Record<Language, string>>;

/** What a style says of its trainings, to begin with. */
export interface StyleWords {
  readonly level: Said;
  readonly description: Said;
  readonly audience: Said;
  readonly belongings: Said;
}

const said = (et: string, en: string, lv: string): Said => ({ et, en, lv });

const anyLevel = said('igale tasemele', 'all levels', 'jebkuram līmenim');
const medium = said('keskmine tase', 'medium level', 'vidējs līmenis');
const easy = said('rahulik', 'gentle', 'mierīgs');
const beginner = said('algajale', 'for beginners', 'iesācējiem');
const shoes = said(
  'sisejalatsid, rätik, vesi',
  'indoor shoes, a towel, water',
  'telpu apavi, dvielis, ūdens',
);
const softly = said('mugavad riided, vesi', 'comfortable clothes, water', 'ērts apģērbs, ūdens');
const everybody = said('kõigile', 'everybody', 'visiem');

const strength: StyleWords = {
  level: medium,
  description: said(
    'Kuus jaama, kaks ringi, igaüks oma raskusega. Treener näitab võtted ette ja parandab asendit. Tund lõpeb rahuliku venitusega, et homme oleks kerge liikuda.',
    'Six stations, two rounds, everybody with their own weight. The trainer shows each exercise and corrects your posture. The hour ends with calm stretching, so that tomorrow you move with ease.',
    'Sešas stacijas, divi apļi, katram savs svars. Treneris parāda vingrinājumus un izlabo stāju. Nodarbība beidzas ar mierīgu stiepšanos, lai rīt būtu viegli kustēties.',
  ),
  audience: said(
    'neile, kes on jõusaalis varem käinud',
    'people who have been to a gym before',
    'tiem, kas trenažieru zālē jau bijuši',
  ),
  belongings: shoes,
};
const cardio: StyleWords = {
  level: said('kõrge tempo', 'fast', 'ātrs temps'),
  description: said(
    'Lühikesed pingutused ja pausid, mille pikkuse valid ise. Pulss tõuseb, aga igale harjutusele on ka kergem viis. Alguses soojendame hoolega, lõpus võtame tempo maha.',
    'Short efforts with breaks as long as you need. Your pulse goes up, and every exercise has an easier way too. We warm up carefully and slow down at the end.',
    'Īsas slodzes un pauzes, kuru garumu izvēlaties paši. Pulss kāpj, bet katram vingrinājumam ir arī vieglāks veids. Sākumā rūpīgi iesildāmies, beigās tempu samazinām.',
  ),
  audience: said(
    'tervetele, kes tahavad higistada',
    'healthy people who want to sweat',
    'veseliem, kas grib sasvīst',
  ),
  belongings: shoes,
};
const mind: StyleWords = {
  level: easy,
  description: said(
    'Rahulikud liikumised hingamise rütmis. Treener pakub igale asendile kergema ja raskema variandi, nii et iga keha leiab oma. Lõpus lamame ja hingame.',
    'Calm movements in the rhythm of your breath. The trainer offers an easier and a harder way for each pose, so that every body finds its own. At the end we lie down and breathe.',
    'Mierīgas kustības elpas ritmā. Treneris katrai pozai piedāvā vieglāku un grūtāku variantu, lai katrs atrod savu. Beigās atguļamies un elpojam.',
  ),
  audience: everybody,
  belongings: said(
    'mugavad riided; matid on kohal',
    'comfortable clothes; mats are here',
    'ērts apģērbs; paklājiņi ir uz vietas',
  ),
};
const pilates: StyleWords = {
  level: anyLevel,
  description: said(
    'Täpsed ja aeglased harjutused selja, kõhu ja puusade jaoks. Rühm on väike, treener jõuab igaühe juurde. Pärast tundi oled pikem ja kergem.',
    'Precise, slow exercises for back, belly and hips. The group is small and the trainer gets to everybody. You leave taller and lighter.',
    'Precīzi un lēni vingrinājumi mugurai, vēderam un gurniem. Grupa ir maza, un treneris paspēj pie katra. Pēc nodarbības stāja ir taisnāka un solis vieglāks.',
  ),
  audience: everybody,
  belongings: said('libisemiskindlad sokid, vesi', 'grip socks, water', 'neslīdošas zeķes, ūdens'),
};
const dance: StyleWords = {
  level: anyLevel,
  description: said(
    'Iga nädal õpime ühe kava osa ja kordame eelmist. Sammud näidatakse enne aeglaselt, siis muusikaga. Partnerit pole vaja.',
    'Each week we learn a part of a routine and repeat the last one. Steps are shown slowly first, then with music. No partner is needed.',
    'Katru nedēļu iemācāmies daļu no dejas un atkārtojam iepriekšējo. Soļus vispirms rāda lēni, tad ar mūziku. Partneris nav vajadzīgs.',
  ),
  audience: everybody,
  belongings: said('pehmed jalatsid, vesi', 'soft shoes, water', 'mīksti apavi, ūdens'),
};
const water: StyleWords = {
  level: anyLevel,
  description: said(
    'Vesi kannab keha ja annab vastupanu, nii et liigesed puhkavad ja lihased töötavad. Treener näitab liigutused basseini servalt ette.',
    'Water carries your body and resists, so that joints rest and muscles work. The trainer shows the movements from the edge of the pool.',
    'Ūdens notur ķermeni un rada pretestību: locītavas atpūšas, muskuļi strādā. Treneris kustības rāda no baseina malas.',
  ),
  audience: said(
    'neile, kes tunnevad end vees kindlalt',
    'people who feel safe in water',
    'tiem, kas ūdenī jūtas droši',
  ),
  belongings: said('ujumisriided, müts, rätik', 'swimwear, a cap, a towel', 'peldkostīms, cepure, dvielis'),
};
const outdoor: StyleWords = {
  level: anyLevel,
  description: said(
    'Kohtume õues iga ilmaga. Liigume rühmas, keegi ei jää maha, ja valime raja ilma järgi.',
    'We meet outside in any weather. We move as a group, nobody is left behind, and the route is chosen by the weather.',
    'Satiekamies ārā jebkuros laikapstākļos. Kustamies kopā, neviens nepaliek iepakaļ, un maršrutu izvēlamies pēc laika.',
  ),
  audience: everybody,
  belongings: said(
    'ilmale sobivad riided ja jalatsid',
    'clothes and shoes for the weather',
    'laikapstākļiem piemērots apģērbs un apavi',
  ),
};
const golf: StyleWords = {
  level: beginner,
  description: said(
    'Haare, seis ja esimesed löögid harjutusalal. Iga osaleja lööki vaatame eraldi ja anname kaasa ühe asja, mida harjutada.',
    'Grip, stance and the first strokes on the range. We look at everybody’s swing and give you one thing to practise.',
    'Satvēriens, stāja un pirmie sitieni treniņu laukumā. Katra sitienu apskatām atsevišķi un iedodam vienu lietu, ko trenēt.',
  ),
  audience: everybody,
  belongings: said(
    'kepid saad laenata, jalga mugavad jalatsid',
    'clubs can be borrowed, wear comfortable shoes',
    'nūjas var aizņemties, ērti apavi',
  ),
};
const racket: StyleWords = {
  level: medium,
  description: said(
    'Soojendus, löögid korvist ja mäng punktidele. Väljakul on kuni neli inimest, nii et mängid palju ja ootad vähe.',
    'Warm-up, strokes from the basket and play for points. At most four people share a court, so you play a lot and wait little.',
    'Iesildīšanās, sitieni no groza un spēle uz punktiem. Laukumā ir ne vairāk kā četri cilvēki, tāpēc daudz spēlējat un maz gaidāt.',
  ),
  audience: said(
    'neile, kes on reketit käes hoidnud',
    'people who have held a racket before',
    'tiem, kas raketi jau turējuši rokās',
  ),
  belongings: said(
    'puhtad sisejalatsid; reketi saad laenata',
    'clean indoor shoes; rackets can be borrowed',
    'tīri telpu apavi; raketi var aizņemties',
  ),
};
const climbing: StyleWords = {
  level: beginner,
  description: said(
    'Sõlmed, julgestus ja esimesed rajad koos juhendajaga. Kõrgemale lähed siis, kui ise tahad.',
    'Knots, belaying and the first routes with an instructor. You go higher when you want to.',
    'Mezgli, drošināšana un pirmie maršruti kopā ar instruktoru. Augstāk kāpjat tad, kad paši gribat.',
  ),
  audience: said('alates 12. eluaastast', 'from the age of 12', 'no 12 gadu vecuma'),
  belongings: said(
    'painduvad riided; varustus on kohal',
    'stretchy clothes; gear is here',
    'elastīgs apģērbs; ekipējums ir uz vietas',
  ),
};
const children: StyleWords = {
  level: said('lastele', 'for children', 'bērniem'),
  description: said(
    'Mängud, mis teevad osavaks ja tugevaks. Rühmas on lapsi just nii palju, et igaüht märgatakse.',
    'Games that make children quick and strong. Groups are small enough for every child to be seen.',
    'Spēles, kas padara veiklu un stipru. Grupā ir tik daudz bērnu, lai katru pamanītu.',
  ),
  audience: said('6–10-aastastele', 'ages 6 to 10', '6–10 gadus veciem bērniem'),
  belongings: softly,
};
const seniors: StyleWords = {
  level: easy,
  description: said(
    'Tasakaal, jõud ja liikuvus rahulikus tempos. Harjutusi teeme toolil, püsti ja matil, igaüks oma võimete järgi.',
    'Balance, strength and mobility at a calm pace. We exercise on a chair, standing and on a mat, each as they can.',
    'Līdzsvars, spēks un kustīgums mierīgā tempā. Vingrojam uz krēsla, stāvus un uz paklājiņa, katrs pēc savām spējām.',
  ),
  audience: said('üle 60-aastastele', 'people over 60', 'cilvēkiem pēc 60'),
  belongings: softly,
};
const ritual: StyleWords = {
  level: easy,
  description: said(
    'Soojus, niiske õhk ja vaikus. Juhendaja ütleb, millal välja minna ja millal juua.',
    'Warmth, moist air and silence. The host says when to step out and when to drink.',
    'Siltums, mitrs gaiss un klusums. Vadītājs pasaka, kad iziet un kad padzerties.',
  ),
  audience: said('neile, kellele kuumus sobib', 'whoever is well in the heat', 'tiem, kam karstums der'),
  belongings: said(
    'ujumisriided, rätik, plätud',
    'swimwear, a towel, sandals',
    'peldkostīms, dvielis, čības',
  ),
};

const flight: StyleWords = {
  level: said('rohelise kaardiga', 'with a green card', 'ar zaļo karti'),
  description: said(
    'Kuni neljaliikmeline rühm alustab esimeselt tiilt. Tule kümme minutit varem, starter kutsub nime järgi.',
    'A flight of up to four leaves from the first tee. Come ten minutes early, the starter calls you by name.',
    'Grupa līdz četriem spēlētājiem sāk no pirmā tī. Atnāciet desmit minūtes agrāk, starteris izsauks pēc vārda.',
  ),
  audience: said('händikäpiga mängijatele', 'players with a handicap', 'spēlētājiem ar hendikepu'),
  belongings: said(
    'oma kepid või rendikomplekt, pallid',
    'your own clubs or a rented set, balls',
    'savas nūjas vai nomas komplekts, bumbiņas',
  ),
};
const court: StyleWords = {
  level: anyLevel,
  description: said(
    'Väljak on tund aega sinu ja su kaaslaste päralt. Treenerit ei ole; korvi palle saab vastuvõtust.',
    'The court is yours and your partners’ for an hour. No trainer; a basket of balls waits at the desk.',
    'Korts stundu pieder jums un jūsu biedriem. Trenera nav; bumbiņu grozs ir recepcijā.',
  ),
  audience: everybody,
  belongings: said(
    'puhtad sisejalatsid; reketi saad laenata',
    'clean indoor shoes; rackets can be borrowed',
    'tīri telpu apavi; raketi var aizņemties',
  ),
};
const lane: StyleWords = {
  level: anyLevel,
  description: said(
    'Rajad on vabaks ujumiseks: kiiremad keskel, rahulikumad ääres. Treenerit ei ole, vetelpäästja on.',
    'Lanes for swimming as you like: faster ones in the middle, calmer ones at the side. A lifeguard is there, no trainer.',
    'Celiņi brīvai peldēšanai: ātrākie vidū, mierīgākie malā. Glābējs ir uz vietas, trenera nav.',
  ),
  audience: said('neile, kes ujuvad 50 meetrit', 'whoever swims 50 metres', 'tiem, kas nopeld 50 metrus'),
  belongings: said(
    'ujumisriided, rätik, ujumismüts',
    'swimwear, a towel, a swimming cap',
    'peldkostīms, dvielis, peldcepure',
  ),
};
const treatment: StyleWords = {
  level: easy,
  description: said(
    'Tund ühele inimesele. Alustame jutuga, mida su keha täna vajab; lõpus on tass taimeteed.',
    'An hour for one person. We begin by asking what your body needs today, and end with a cup of herbal tea.',
    'Stunda vienam cilvēkam. Sākam ar sarunu, kas ķermenim šodien vajadzīgs, un beidzam ar tasi zāļu tējas.',
  ),
  audience: everybody,
  belongings: said(
    'mitte midagi: rätik ja hommikumantel on kohal',
    'nothing: towel and bathrobe are here',
    'neko: dvielis un halāts ir uz vietas',
  ),
};

/** By style; one that is not here says nothing of itself. */
export const styleWords: Readonly<Partial<Record<StyleKey, StyleWords>>> = {
  ...{
    strength,
    strengthCircuit: strength,
    kettlebell: strength,
    functional: strength,
    golfFitness: strength,
  },
  ...{ core: pilates, matPilates: pilates, reformer: pilates, ballet: pilates },
  ...{ hiit: cardio, step: cardio, boxing: cardio, cycling: cardio, cardioTennis: racket, tennis: racket },
  ...{
    padel: racket,
    runningClub: outdoor,
    nordicWalking: outdoor,
    latin: dance,
    jazz: dance,
    hipHop: dance,
  },
  ...{ vinyasa: mind, yin: mind, stretching: mind, mobility: mind, meditation: mind, saltRoom: ritual },
  ...{ aquaAerobics: water, aquaBalance: water, swimming: water, saunaRitual: ritual, seniors },
  ...{ golfBasics: golf, golfSwing: golf, shortGame: golf, golfSimulator: golf, teeTime: flight },
  ...{ openCourt: court, openSwim: lane, massage: treatment, bodyWrap: treatment, faceCare: treatment },
  ...{
    climbingBasics: climbing,
    bouldering: climbing,
    leadClimbing: climbing,
    children,
    swimSchool: children,
  },
};
