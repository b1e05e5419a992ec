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



import { readFileSync } from 'node:fs';
const pm = Number((await place.owner.query("select pg_read_file('postmaster.pid')")).rows[0].pg_read_file.split('\n')[0]);
const cpu = () => { const f = readFileSync(`/proc/${pm}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[13]) + Number(f[14])) * 10; };
const go = async (name: string, e: any) => { await resetBookings(place.owner); const b = cpu(); const r = await driveSql({ place, connections: 10, exchanges: e, calls: 4000 }); console.log(name.padEnd(20), Math.round(r) + '/s', ((cpu() - b) / 4000).toFixed(3), 'ms CPU'); };
const q = (t: string) => place.owner.query(t);
await go('param', ex); await go('param', ex);for (let i = 0; i < 2; i++) await go('literal', lit);
for (const t of ['registrations','idempotency_keys','outbox']) await q(`alter table ${t} drop constraint ${t}_tenant_id_fkey`);
for (let i = 0; i < 2; i++) await go('no tenant fk', lit);
await q('alter table trainings set (fillfactor=60)'); await q('vacuum full trainings'); await q('analyze trainings');
for (let i = 0; i < 2; i++) await go('fillfactor', lit);
await q('alter table registrations disable trigger count_registration');
for (let i = 0; i < 2; i++) await go('no trigger', lit);
await q('alter table registrations enable trigger count_registration');
await q('alter table registrations drop constraint registrations_client_free');
for (let i = 0; i < 2; i++) await go('no client gist', lit);
const noKey = [lit[0]!.filter((s) => !s.text.includes('idempotency')), lit[1]!.filter((s) => !s.text.includes('idempotency'))];
for (let i = 0; i < 2; i++) await go('no idempotency key', noKey);
const noOutbox = noKey.map((e) => e.filter((s) => !s.text.includes('outbox')));
for (let i = 0; i < 2; i++) await go('no outbox', noOutbox);
await closeAll(); process.exit(0);
