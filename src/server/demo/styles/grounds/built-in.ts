import {
  anyLevel,
  beginner,
  everybody,
  forChildren,
  medium,
  type StyleWords,
  said,
  shoes,
} from '../said/built-in.ts';

export const outdoor: StyleWords = {
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
export const nordicWalking: StyleWords = {
  ...outdoor,
  belongings: said(
    'ilmale sobivad riided; kepid saad laenata',
    'clothes for the weather; poles can be borrowed',
    'laikapstākļiem piemērots apģērbs; nūjas var aizņemties',
  ),
};

const borrowedClubs = said(
  'ilmale sobivad riided; kepid saad laenata',
  'clothes for the weather; clubs can be borrowed',
  'laikapstākļiem piemērots apģērbs; nūjas var aizņemties',
);
export const golfBasics: StyleWords = {
  level: beginner,
  description: said(
    'Haare, seis ja esimesed löögid harjutusalal. Iga osaleja lööki vaatame eraldi ja anname kaasa ühe asja, mida harjutada.',
    'Grip, stance and the first strokes on the range. We look at everybody’s swing and give you one thing to practise.',
    'Satvēriens, stāja un pirmie sitieni treniņu laukumā. Katra sitienu apskatām atsevišķi un iedodam vienu lietu, ko trenēt.',
  ),
  audience: everybody,
  belongings: borrowedClubs,
};
export const golfSwing: StyleWords = {
  level: medium,
  description: said(
    'Rauad, puud ja draiv löögiväljal. Filmime löögi, vaatame selle koos üle ja muudame korraga ühte asja.',
    'Irons, woods and driver on the range. We film your swing, look at it together and change one thing at a time.',
    'Dzelzs nūjas, koka nūjas un draivers sitienu laukumā. Nofilmējam sitienu, kopā to apskatām un mainām pa vienai lietai.',
  ),
  audience: said(
    'mängijatele, kes on rajal käinud',
    'players who have been round',
    'spēlētājiem, kas jau bijuši laukumā',
  ),
  belongings: said(
    'oma kepid, kinnas, pallid on kohal',
    'your clubs and a glove; balls are here',
    'savas nūjas un cimds; bumbiņas ir uz vietas',
  ),
};
export const shortGame: StyleWords = {
  level: anyLevel,
  description: said(
    'Chipid, pitchid, liivalöök ja puttimine: üle poole löökidest lüüakse viimase saja meetri sees. Lõpus väike võistlus.',
    'Chips, pitches, bunker and putting: half of all strokes are played within a hundred metres. A small contest at the end.',
    'Čipi, piči, smilšu sitiens un patošana: puse sitienu ir pēdējos simt metros. Beigās neliela sacensība.',
  ),
  audience: everybody,
  belongings: said(
    'wedge ja putter; saad ka laenata',
    'a wedge and a putter; they can be borrowed',
    'īsā nūja un puteris; var arī aizņemties',
  ),
};
export const golfSimulator: StyleWords = {
  level: anyLevel,
  description: said(
    'Tund simulaatoris: vali väljak maailmast või vaata oma löögi numbreid. Treenerit ei ole; vastuvõtust saad keppe ja nõu.',
    'An hour on the simulator: choose a course of the world or look at the numbers of your swing. No pro; clubs and advice wait at the desk.',
    'Stunda simulatorā: izvēlieties kādu pasaules laukumu vai aplūkojiet sava sitiena skaitļus. Trenera nav; nūjas un padoms ir recepcijā.',
  ),
  audience: said('kuni neljale korraga', 'up to four at a time', 'līdz četriem reizē'),
  belongings: said(
    'puhtad jalatsid; kepid saad laenata',
    'clean shoes; clubs can be borrowed',
    'tīri apavi; nūjas var aizņemties',
  ),
};
export const golfFitness: StyleWords = {
  level: anyLevel,
  description: said(
    'Puusad, selg ja õlad, millest löök tuleb. Liikuvus enne, jõud pärast; kepid jäävad kotti.',
    'Hips, back and shoulders, where a swing comes from. Mobility first, strength afterwards; the clubs stay in the bag.',
    'Gurni, mugura un pleci, no kuriem nāk sitiens. Vispirms kustīgums, tad spēks; nūjas paliek somā.',
  ),
  audience: said('golfimängijatele', 'people who play golf', 'golfa spēlētājiem'),
  belongings: shoes,
};
export const teeTime: StyleWords = {
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

const courtShoes = said(
  'puhtad väljakujalatsid; reketi saad laenata',
  'clean court shoes; rackets can be borrowed',
  'tīri korta apavi; raketi var aizņemties',
);
export const racket: StyleWords = {
  level: medium,
  description: said(
    'Soojendus, löögid korvist ja mäng punktidele. Rühm on väike, nii et mängid palju ja ootad vähe.',
    'Warm-up, strokes from the basket and play for points. The group is small, so you play a lot and wait little.',
    'Iesildīšanās, sitieni no groza un spēle uz punktiem. Grupa ir maza, tāpēc daudz spēlējat un maz gaidāt.',
  ),
  audience: said(
    'neile, kes on reketit käes hoidnud',
    'those who have held a racket before',
    'tiem, kas raketi jau ir turējuši rokās',
  ),
  belongings: courtShoes,
};
export const padel: StyleWords = {
  level: anyLevel,
  description: said(
    'Neli mängijat, üks klaasiga väljak. Tule üksi või paarilisega, kaaslased leiad kohapealt. Treenerit ei ole; pallid saad vastuvõtust.',
    'Four players, one court behind glass. Come alone or with a partner, the others are found there. No trainer; balls wait at the desk.',
    'Četri spēlētāji, viens stikla korts. Nāciet viens vai ar pāri, pārējie atradīsies uz vietas. Trenera nav; bumbiņas ir recepcijā.',
  ),
  audience: everybody,
  belongings: courtShoes,
};
export const court: StyleWords = {
  level: anyLevel,
  description: said(
    'Väljak on tund aega sinu ja su kaaslaste päralt. Treenerit ei ole; korvi palle saab vastuvõtust.',
    'The court is yours and your partners’ for an hour. No trainer; a basket of balls waits at the desk.',
    'Korts stundu pieder jums un jūsu biedriem. Trenera nav; bumbiņu grozs ir recepcijā.',
  ),
  audience: everybody,
  belongings: courtShoes,
};

export const childrensTennis: StyleWords = {
  level: forChildren,
  description: said(
    'Väike väljak, pehmed pallid ja palju mänge: kõigepealt pall kätte, siis üle võrgu.',
    'A small court, soft balls and many games: first the ball is caught, then it goes over the net.',
    'Mazs korts, mīkstas bumbiņas un daudz spēļu: vispirms bumbiņu noķer, tad sit pāri tīklam.',
  ),
  audience: said('6–10-aastastele', 'ages 6 to 10', '6–10 gadus veciem bērniem'),
  belongings: said(
    'sisejalatsid, vesi; reketid on kohal',
    'indoor shoes, water; rackets are here',
    'telpu apavi, ūdens; raketes ir uz vietas',
  ),
};

const climbingClothes = said(
  'painduvad riided; varustus on kohal',
  'stretchy clothes; gear is here',
  'elastīgs apģērbs; ekipējums ir uz vietas',
);
export const climbingBasics: StyleWords = {
  level: beginner,
  description: said(
    'Sõlmed, julgestus ja esimesed rajad koos juhendajaga. Kõrgemale lähed siis, kui ise tahad.',
    'Knots, belaying and the first routes with an instructor. You go higher when you want to.',
    'Mezgli, drošināšana un pirmie maršruti kopā ar instruktoru. Augstāk kāpjat tad, kad paši gribat.',
  ),
  audience: said('alates 12. eluaastast', 'from the age of 12', 'no 12 gadu vecuma'),
  belongings: climbingClothes,
};
export const bouldering: StyleWords = {
  level: anyLevel,
  description: said(
    'Lühikesed rajad pehme mati kohal, köit ega rakmeid pole vaja. Juhendaja näitab, kuidas kukkuda, ja aitab raja lahti mõelda.',
    'Short routes above a soft mat, without rope or harness. The instructor shows how to fall and helps to read a route.',
    'Īsi maršruti virs mīksta matrača, bez virves un sistēmas. Instruktors parāda, kā krist, un palīdz izprast maršrutu.',
  ),
  audience: everybody,
  belongings: said(
    'painduvad riided; sussid ja magneesium on kohal',
    'stretchy clothes; shoes and chalk are here',
    'elastīgs apģērbs; apavi un magnēzijs ir uz vietas',
  ),
};
export const leadClimbing: StyleWords = {
  level: said('edasijõudnutele', 'advanced', 'ar pieredzi'),
  description: said(
    'Klippimine, kukkumine ja alt julgestamine, kõik enne madalal läbi. Lõpus ronid terve raja ise köit viies.',
    'Clipping, falling and belaying a leader, all of it low down first. In the end you lead a whole route.',
    'Klipēšana, kritieni un vadītāja drošināšana, viss vispirms zemu. Beigās veselu maršrutu kāpjat pirmais.',
  ),
  audience: said(
    'neile, kes oskavad ülalt julgestada',
    'those who can belay a top rope',
    'tiem, kas prot drošināt ar augšējo virvi',
  ),
  belongings: climbingClothes,
};
export const childrensClimbing: StyleWords = {
  level: forChildren,
  description: said(
    'Madal sein, suured nukid ja mängud, mis õpetavad jalgu usaldama. Kukutakse pehmele.',
    'A low wall, large holds and games that teach to trust one’s feet. Falls are soft.',
    'Zema siena, lieli tvērieni un spēles, kas māca uzticēties kājām. Krīt mīksti.',
  ),
  audience: said('6–10-aastastele', 'ages 6 to 10', '6–10 gadus veciem bērniem'),
  belongings: climbingClothes,
};
