import {
  anyLevel,
  easy,
  everybody,
  forChildren,
  medium,
  type StyleWords,
  said,
  shoes,
  softly,
} from '../said/built-in.ts';

const lifters = said(
  'neile, kes on jõusaalis varem käinud',
  'those who have been to a gym before',
  'tiem, kas jau ir bijuši trenažieru zālē',
);

export const strength: StyleWords = {
  level: medium,
  description: said(
    'Kükk, tõmme ja surumine, igaüks oma raskusega. Treener näitab võtted ette, parandab asendit ja ütleb, millal on paras lisada. Lõpus venitame, et homme oleks kerge liikuda.',
    'Squat, pull and press, everybody with their own weight. The trainer shows each lift, corrects your posture and says when it is time to add. We stretch at the end, so that tomorrow you move with ease.',
    'Pietupiens, vilkme un spiešana, katram savs svars. Treneris parāda vingrinājumus, izlabo stāju un pasaka, kad laiks pielikt. Beigās stiepjamies, lai rīt būtu viegli kustēties.',
  ),
  audience: lifters,
  belongings: shoes,
};
export const circuit: StyleWords = {
  level: medium,
  description: said(
    'Kuus jaama, kaks ringi, igaüks oma raskusega. Treener näitab võtted ette ja parandab asendit. Tund lõpeb rahuliku venitusega, et homme oleks kerge liikuda.',
    'Six stations, two rounds, everybody with their own weight. The trainer shows each exercise and corrects your posture. The hour ends with calm stretching, so that tomorrow you move with ease.',
    'Sešas stacijas, divi apļi, katram savs svars. Treneris parāda vingrinājumus un izlabo stāju. Nodarbība beidzas ar mierīgu stiepšanos, lai rīt būtu viegli kustēties.',
  ),
  audience: lifters,
  belongings: shoes,
};
export const core: StyleWords = {
  level: anyLevel,
  description: said(
    'Kolmkümmend minutit kõhule, seljale ja puusadele. Igale harjutusele on kergem ja raskem viis, raskusi vaja ei ole.',
    'Half an hour for belly, back and hips. Each exercise has an easier and a harder way, and no weights are needed.',
    'Pusstunda vēderam, mugurai un gurniem. Katram vingrinājumam ir vieglāks un grūtāks veids, svari nav vajadzīgi.',
  ),
  audience: everybody,
  belongings: softly,
};
export const cardio: StyleWords = {
  level: said('kõrge tempo', 'fast', 'ātrs temps'),
  description: said(
    'Lühikesed pingutused ja pausid, mille pikkuse valid ise. Pulss tõuseb, aga igale harjutusele on ka kergem viis. Alguses soojendame hoolega, lõpus võtame tempo maha.',
    'Short efforts with breaks as long as you need. Your pulse goes up, and every exercise has an easier way too. We warm up carefully and slow down at the end.',
    'Īsas slodzes un pauzes, kuru garumu izvēlaties paši. Pulss kāpj, bet katram vingrinājumam ir arī vieglāks veids. Sākumā rūpīgi iesildāmies, beigās tempu samazinām.',
  ),
  audience: said(
    'neile, kes on terved ja tahavad higistada',
    'those who are well and want to sweat',
    'tiem, kas ir veseli un grib sasvīst',
  ),
  belongings: shoes,
};
export const cycling: StyleWords = {
  level: anyLevel,
  description: said(
    'Tõusud ja laskumised muusika järgi. Koormust keerad ise, treener hoiab tempot. Esimesel korral aitame sadula paika panna.',
    'Hills and descents to music. You turn the load yourself, the trainer keeps the pace. We help you set the saddle the first time.',
    'Kāpumi un nobraucieni mūzikas ritmā. Slodzi griežat paši, treneris tur tempu. Pirmajā reizē palīdzēsim noregulēt sēdekli.',
  ),
  audience: everybody,
  belongings: said(
    'kinnised jalatsid, rätik, vesi',
    'closed shoes, a towel, water',
    'slēgti apavi, dvielis, ūdens',
  ),
};
export const boxing: StyleWords = {
  level: anyLevel,
  description: said(
    'Seis, jalad ja esimesed seeriad, siis kott ja käpad paarilisega. Kedagi ei lööda, aga higi tuleb.',
    'Stance, feet and the first combinations, then the bag and pads with a partner. Nobody is hit, and everybody sweats.',
    'Stāja, kājas un pirmās sērijas, tad maiss un ķepas ar pāri. Nevienam nesit, bet sasvīst visi.',
  ),
  audience: everybody,
  belongings: said(
    'sisejalatsid, rätik, vesi; kindad saad laenata',
    'indoor shoes, a towel, water; gloves can be borrowed',
    'telpu apavi, dvielis, ūdens; cimdus var aizņemties',
  ),
};
const mats = said(
  'mugavad riided; matid on kohal',
  'comfortable clothes; mats are here',
  'ērts apģērbs; paklājiņi ir uz vietas',
);
export const vinyasa: StyleWords = {
  level: anyLevel,
  description: said(
    'Üks asend voolab teise hingamise rütmis, keha läheb soojaks ja mõte selgeks. Kes vajab puhkust, puhkab lapse asendis. Lõpus lamame.',
    'One pose flows into the next in the rhythm of your breath; the body grows warm and the mind clear. Rest in child’s pose whenever you like. At the end we lie down.',
    'Poza ieplūst pozā elpas ritmā, ķermenis sasilst un prāts noskaidrojas. Kam vajag atpūtu, atpūšas bērna pozā. Beigās atguļamies.',
  ),
  audience: everybody,
  belongings: mats,
};
export const loosening: StyleWords = {
  level: anyLevel,
  description: said(
    'Puusad, õlad ja selg saavad liikumisruumi tagasi: kõigepealt liigume, siis venitame ja rullime. Valus ei tohi olla.',
    'Hips, shoulders and back get their room back: we move first, then stretch and roll. Nothing may hurt.',
    'Gurni, pleci un mugura atgūst kustību brīvību: vispirms kustamies, tad stiepjamies un rullējam. Sāpēt nedrīkst.',
  ),
  audience: everybody,
  belongings: mats,
};
export const yin: StyleWords = {
  level: easy,
  description: said(
    'Pikad ja pehmed asendid põrandal. Juhendaja pakub igale asendile kergema ja raskema variandi, nii et iga keha leiab oma. Lõpus lamame ja hingame.',
    'Long, soft poses on the floor. You are offered an easier and a harder way for each pose, so that every body finds its own. At the end we lie down and breathe.',
    'Ilgas un maigas pozas uz grīdas. Katrai pozai tiek piedāvāts vieglāks un grūtāks variants, lai katrs atrod savu. Beigās atguļamies un elpojam.',
  ),
  audience: everybody,
  belongings: mats,
};
export const meditation: StyleWords = {
  level: easy,
  description: said(
    'Istume, hingame ja laseme mõtetel mööda minna. Juhendaja räägib alguses ja on siis vait. Istuda võib padjal, toolil või seina ääres.',
    'We sit, breathe and let thoughts pass. There are words at the beginning, and then silence. Sit on a cushion, on a chair or against the wall.',
    'Sēžam, elpojam un ļaujam domām paiet garām. Sākumā ir vārdi, pēc tam klusums. Sēdēt var uz spilvena, krēsla vai pie sienas.',
  ),
  audience: everybody,
  belongings: said(
    'soe kampsun; padjad ja tekid on kohal',
    'a warm jumper; cushions and blankets are here',
    'silts džemperis; spilveni un segas ir uz vietas',
  ),
};
export const pilates: StyleWords = {
  level: anyLevel,
  description: said(
    'Täpsed ja aeglased harjutused selja, kõhu ja puusade jaoks. Rühm on väike, treener jõuab igaühe juurde. Pärast tundi oled pikem ja kergem.',
    'Precise, slow exercises for back, belly and hips. The group is small and the trainer gets to everybody. You leave taller and lighter.',
    'Precīzi un lēni vingrinājumi mugurai, vēderam un gurniem. Grupa ir maza, un treneris paspēj pie katra. Pēc nodarbības stāja ir taisnāka un solis vieglāks.',
  ),
  audience: everybody,
  belongings: said('libisemiskindlad sokid, vesi', 'grip socks, water', 'neslīdošas zeķes, ūdens'),
};
export const dance: StyleWords = {
  level: anyLevel,
  description: said(
    'Iga nädal õpime ühe kava osa ja kordame eelmist. Sammud näidatakse enne aeglaselt, siis muusikaga. Partnerit pole vaja.',
    'Each week we learn a part of a routine and repeat the last one. Steps are shown slowly first, then with music. No partner is needed.',
    'Katru nedēļu iemācāmies daļu no dejas un atkārtojam iepriekšējo. Soļus vispirms rāda lēni, tad ar mūziku. Partneris nav vajadzīgs.',
  ),
  audience: everybody,
  belongings: said('pehmed jalatsid, vesi', 'soft shoes, water', 'mīksti apavi, ūdens'),
};
export const ballet: StyleWords = {
  level: anyLevel,
  description: said(
    'Balletipuu ääres ja keset saali: rüht, jalad ja tasakaal. Balletti ei pea olema varem tantsinud.',
    'At the barre and in the middle of the room: posture, legs and balance. You need not have danced ballet before.',
    'Pie baleta stieņa un zāles vidū: stāja, kājas un līdzsvars. Agrāk baletu dejojis nav jābūt.',
  ),
  audience: everybody,
  belongings: said(
    'liibuvad riided, sokid või sussid, vesi',
    'close-fitting clothes, socks or slippers, water',
    'pieguļošs apģērbs, zeķes vai čības, ūdens',
  ),
};
export const children: StyleWords = {
  level: forChildren,
  description: said(
    'Mängud, mis teevad osavaks ja tugevaks. Rühmas on lapsi just nii palju, et igaüht märgatakse.',
    'Games that make children quick and strong. Groups are small enough for every child to be seen.',
    'Spēles, kas padara veiklu un stipru. Grupā ir tik daudz bērnu, lai katru pamanītu.',
  ),
  audience: said('6–10-aastastele', 'ages 6 to 10', '6–10 gadus veciem bērniem'),
  belongings: softly,
};
export const childrensDance: StyleWords = {
  level: forChildren,
  description: said(
    'Rütmimängud ja esimesed sammud; poolaasta lõpus tantsime vanematele ette.',
    'Games of rhythm and first steps; at the end of the half-year we dance for the parents.',
    'Ritma spēles un pirmie soļi; pusgada beigās dejojam vecākiem.',
  ),
  audience: said('6–10-aastastele', 'ages 6 to 10', '6–10 gadus veciem bērniem'),
  belongings: said('pehmed jalatsid, vesi', 'soft shoes, water', 'mīksti apavi, ūdens'),
};
export const seniors: StyleWords = {
  level: easy,
  description: said(
    'Tasakaal, jõud ja liikuvus rahulikus tempos. Harjutusi teeme toolil, püsti ja matil, igaüks oma võimete järgi.',
    'Balance, strength and mobility at a calm pace. We exercise on a chair, standing and on a mat, each as they can.',
    'Līdzsvars, spēks un kustīgums mierīgā tempā. Vingrojam uz krēsla, stāvus un uz paklājiņa, katrs pēc savām spējām.',
  ),
  audience: said('üle 60-aastastele', 'people over 60', 'cilvēkiem pēc 60'),
  belongings: softly,
};
