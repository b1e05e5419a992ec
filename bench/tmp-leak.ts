import { spawn } from 'node:child_process';
import { fillFixture, host } from './lib/fixture.ts';
import { openPlace, closeAll } from './lib/place.ts';
import { request, sendAll } from './lib/sockets.ts';
import { residentBytes } from './lib/server.ts';
const place = await openPlace(false);
await fillFixture(place.owner);
const child = spawn(process.execPath, ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc();const m=process.memoryUsage();console.error("HEAP",Math.round(m.heapUsed/1e6),"RSS",Math.round(m.rss/1e6),"EXT",Math.round(m.external/1e6),Math.round(m.arrayBuffers/1e6))})', 'src/server/main.ts'], { env: { PATH: process.env.PATH, NODE_ENV: 'production', TRENN_ENV: 'staging', DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', TRUST_PROXY: '1', LOG_LEVEL: 'error' }, stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise<number>((r) => child.stdout.on('data', (c) => { const m = /port (\d+)/.exec(String(c)); if (m) r(Number(m[1])); }));
for (const path of ['/public/calendar/day', '/public/calendar/day', '/public/calendar/day', '/api/v0.1/page/configuration', '/api/v0.1/page/configuration', '/api/v0.1/openapi.json?']) {
  const l = await sendAll(port, 8, Array.from({ length: 1000 }, () => request('GET', path, { Host: host, Accept: 'text/html', 'Accept-Encoding': 'br' })));
  console.log(path, Math.round(l.perSecond), [...l.statuses], 'before gc', Math.round(residentBytes(child.pid!) / 1e6));
  child.kill('SIGUSR2'); await new Promise((r) => setTimeout(r, 1500));
}
child.kill(); await closeAll(); process.exit(0);
