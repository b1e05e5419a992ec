import { anyLevel, easy, everybody, forChildren, medium, type StyleWords, said } from '../said/built-in.ts';

const swimwear = said(
  'ujumisriided, müts, rätik',
  'swimwear, a cap, a towel',
  'peldkostīms, cepure, dvielis',
);

export const water: StyleWords = {
  level: anyLevel,
  description: said(
    'Vesi kannab keha ja annab vastupanu, nii et liigesed puhkavad ja lihased töötavad. Treener näitab liigutused basseini servalt ette.',
    'Water carries your body and resists, so that joints rest and muscles work. The trainer shows the movements from the edge of the pool.',
    'Ūdens notur ķermeni un rada pretestību: locītavas atpūšas, muskuļi strādā. Treneris kustības rāda no baseina malas.',
  ),
  audience: said(
    'neile, kes tunnevad end vees kindlalt',
    'those who feel safe in water',
    'tiem, kas ūdenī jūtas droši',
  ),
  belongings: swimwear,
};
export const swimming: StyleWords = {
  level: medium,
  description: said(
    'Tehnika, lõigud ja rahulik lõpp, rada valitakse kiiruse järgi. Treener parandab korraga ühte asja.',
    'Technique, lengths by the clock and a calm end; lanes are chosen by pace. The trainer mends one thing at a time.',
    'Tehnika, posmi un mierīgas beigas; celiņu izvēlas pēc ātruma. Treneris labo vienu lietu reizē.',
  ),
  audience: said('neile, kes ujuvad 200 meetrit', 'those who swim 200 metres', 'tiem, kas nopeld 200 metrus'),
  belongings: said(
    'ujumisriided, müts, prillid, rätik',
    'swimwear, a cap, goggles, a towel',
    'peldkostīms, cepure, peldbrilles, dvielis',
  ),
};
export const swimSchool: StyleWords = {
  level: forChildren,
  description: said(
    'Hõljumine, vette puhumine ja esimesed tõmbed, mängides. Juhendaja on lastega vees.',
    'Floating, blowing bubbles and the first strokes, all in play. The teacher is in the water with the children.',
    'Gulēšana uz ūdens, burbuļu pūšana un pirmie vēzieni, viss rotaļājoties. Skolotājs ir ūdenī kopā ar bērniem.',
  ),
  audience: said('7–12-aastastele', 'ages 7 to 12', '7–12 gadus veciem bērniem'),
  belongings: swimwear,
};
export const babySwim: StyleWords = {
  level: easy,
  description: said(
    'Pool tundi soojas vees vanema süles: laul, mäng ja esimesed sukeldumised siis, kui laps on valmis.',
    'Half an hour in warm water in a parent’s arms: songs, play and the first dips once the child is ready.',
    'Pusstunda siltā ūdenī vecāku rokās: dziesmas, rotaļas un pirmās niršanas, kad mazulis gatavs.',
  ),
  audience: said(
    'lapsele vanuses 3 kuud kuni 2 aastat ja ühele vanemale',
    'a child of 3 months to 2 years with one parent',
    'bērnam no 3 mēnešiem līdz 2 gadiem ar vienu no vecākiem',
  ),
  belongings: said(
    'ujumismähe, kaks rätikut, ujumisriided',
    'a swim nappy, two towels, swimwear',
    'peldautiņbiksītes, divi dvieļi, peldkostīms',
  ),
};
export const lane: StyleWords = {
  level: anyLevel,
  description: said(
    'Rajad on vabaks ujumiseks: kiiremad keskel, rahulikumad ääres. Treenerit ei ole, vetelpäästja on.',
    'Lanes for swimming as you like: faster ones in the middle, calmer ones at the side. A lifeguard is there, no trainer.',
    'Celiņi brīvai peldēšanai: ātrākie vidū, mierīgākie malā. Glābējs ir uz vietas, trenera nav.',
  ),
  audience: said('neile, kes ujuvad 50 meetrit', 'whoever swims 50 metres', 'tiem, kas nopeld 50 metrus'),
  belongings: swimwear,
};
export const sauna: StyleWords = {
  level: easy,
  description: said(
    'Soojus, niiske õhk ja vaikus. Saunameister ütleb, millal välja minna ja millal juua.',
    'Warmth, moist air and silence. The host says when to step out and when to drink.',
    'Siltums, mitrs gaiss un klusums. Pirtnieks pasaka, kad iziet un kad padzerties.',
  ),
  audience: said('kellele kuumus sobib', 'whoever is well in the heat', 'kam karstums der'),
  belongings: said(
    'ujumisriided, rätik, plätud',
    'swimwear, a towel, sandals',
    'peldkostīms, dvielis, čības',
  ),
};
export const saltRoom: StyleWords = {
  level: easy,
  description: said(
    'Pool tundi lamamistoolis kuivas soolases õhus. Kedagi ei juhenda, räägitakse sosinal.',
    'Half an hour in a deckchair in dry, salty air. Nobody leads it, and people whisper.',
    'Pusstunda guļamkrēslā sausā, sāļā gaisā. To neviens nevada, un sarunājas čukstus.',
  ),
  audience: everybody,
  belongings: said(
    'mugavad riided ja puhtad sokid; tekk on kohal',
    'comfortable clothes and clean socks; a blanket is here',
    'ērts apģērbs un tīras zeķes; sega ir uz vietas',
  ),
};
export const treatment: StyleWords = {
  level: easy,
  description: said(
    'Aeg ühele inimesele. Alustame jutuga, mida su keha täna vajab; lõpus on tass taimeteed.',
    'Time for one person. We begin by asking what your body needs today, and end with a cup of herbal tea.',
    'Laiks vienam cilvēkam. Sākam ar sarunu, kas ķermenim šodien vajadzīgs, un beidzam ar tasi zāļu tējas.',
  ),
  audience: everybody,
  belongings: said(
    'mitte midagi: rätik ja hommikumantel on kohal',
    'nothing: towel and bathrobe are here',
    'neko: dvielis un halāts ir uz vietas',
  ),
};
