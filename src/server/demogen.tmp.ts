import { builtInTenants } from '#server/tenants/built-in.ts';
import { inventCentre, inventMonths } from '#server/demo/domain.ts';
import { wallClock } from '#server/demo/timetable/domain.ts';
const now = process.argv[2] ?? '2026-11-21T10:00:00Z';
const clocks = new Map([['Europe/Tallinn', wallClock('Europe/Tallinn')],['Europe/Riga', wallClock('Europe/Riga')]]);
const begun = performance.now();
let total = 0;
for (const tenant of builtInTenants) {
  const centre = inventCentre(tenant);
  const months = inventMonths(centre, now, clocks.get(tenant.timeZone)!);
  const regs = months.flatMap(m => m.registrations);
  total += regs.length;
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(tenant.timeZone).toPlainDate().toString();
  const perDay = [1,2,3,4,5,6,7].map(d => centre.week.filter(w => w.weekday===d).length).join(' ');
  const states: Record<string, number> = {};
  for (const r of regs) states[r.state] = (states[r.state] ?? 0) + 1;
  const member: Record<string, number> = {};
  for (const r of regs) if (r.clientIndex===0) { const k = r.state + (r.presence===null?'':r.presence); member[k] = (member[k] ?? 0) + 1; }
  console.log(tenant.host.padEnd(26), 'rooms', centre.rooms.length, 'trainers', centre.trainers.length, 'clients', centre.clients.length, 'week', perDay, 'trainings', months.length, 'regs', regs.length, 'full', months.filter(m=>m.booked===m.training.maxPlaces).length, JSON.stringify(states).replace(/"/g,''), 'member', JSON.stringify(member).replace(/"/g,''));
  const unused = centre.rooms.filter((r,i)=>!centre.week.some(w=>w.roomIndex===i)).map(r=>r.name+':'+r.kind);
  const missing = tenant.styles.filter(s=>!centre.week.some(w=>w.style===s));
  if (unused.length||missing.length) console.log('   unused', unused, 'missing', missing);
}
console.log(total, performance.now() - begun, 'ms');
