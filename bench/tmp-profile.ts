import { fillFixture, resetBookings, rows, members } from './lib/fixture.ts';
import { openPlace, closeAll } from './lib/place.ts';
import { recordBooking } from './lib/recorded.ts';
import { driveSql } from './lib/sql-load.ts';
const place = await openPlace(true);
await fillFixture(place.owner);
const ex = await recordBooking(place.url, { training: {base: rows.spread.first, divide:1, modulo:500}, place:{base:1,divide:500,modulo:30}, client:{base:1,divide:1,modulo:members} });
const lit = ex.map((e) => e.map((s) => {
  let text = s.text;
  s.values.forEach((v: any, i) => { if (/^select/.test(text) && ['booked','waiting'].includes(v.constant)) text = text.replace(new RegExp('\\$' + (i + 1) + '(?!\\d)', 'g'), `'${v.constant}'`); });
  // renumber
  const used: number[] = [];
  text = text.replace(/\$(\d+)/g, (_, n) => { const k = Number(n) - 1; if (!used.includes(k)) used.push(k); return `$${used.indexOf(k) + 1}`; });
  return { text, values: used.map((k) => s.values[k]!) };
}));
for (const s of lit[0]!) console.log(s.text.slice(-200), s.values.length);
for (let r = 0; r < 3; r++) for (const [n, e] of [['param', ex], ['literal', lit]] as const) {
  await resetBookings(place.owner);
  console.log(n, Math.round(await driveSql({ place, connections: 10, exchanges: e, calls: n === 'param' ? 3000 : 9000 })));
}
await closeAll(); process.exit(0);
