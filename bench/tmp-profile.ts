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

import pg from 'pg';
import { roleUrl } from '#server/kernel/db.ts';
const c = new pg.Client({ connectionString: roleUrl(place.url, 'trenn_app') }); await c.connect();
const at = (v: any, call: number) => 'constant' in v ? (Buffer.isBuffer(v.constant)||typeof v.constant!=='object'||v.constant===null||Array.isArray(v.constant) ? v.constant : JSON.stringify(v.constant)) : v.base + Math.floor(call / v.divide) % v.modulo;
await resetBookings(place.owner);
const all = new Map<string, number[]>();
for (let call = 0; call < 1500; call++) for (const e of lit) for (const s of e) {
  const t = performance.now();
  await c.query({ name: 'n' + [...s.text].reduce((a, b) => (a * 31 + b.charCodeAt(0)) | 0, 0), text: s.text, values: s.values.map((v) => at(v, call)) });
  if (call >= 100) { const l = all.get(s.text) ?? []; l.push(performance.now() - t); all.set(s.text, l); }
}
for (const [t, l] of all) { l.sort((a,b)=>a-b); console.log((l[l.length>>2]!).toFixed(3), (l[l.length>>1]!).toFixed(3), t.slice(0, 60)); }
await c.end(); await closeAll(); process.exit(0);
