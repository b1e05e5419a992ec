import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BareAnswer } from './lib/bare-server.ts';
import { fillFixture, host } from './lib/fixture.ts';
import { openPlace, whenOver } from './lib/place.ts';
import { kilobytes, type Line, percent, perSecond, type Report } from './lib/report.ts';
import { type Effort, interleave, median, medianRatio } from './lib/rounds.ts';
import { startServer } from './lib/server.ts';
import { request as makeRequest, sendFor } from './lib/sockets.ts';

const connections = 32;
const leastShare = 0.75;
const distFile = fileURLToPath(new URL('../dist/server', import.meta.url));

interface Variant {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asks again with the tag of the first answer. */
  readonly isKnown?: boolean;
  /** Pages have no budget of their own in this form; they are shown beside it. */
  readonly isPage?: boolean;
}

const day = '/api/v0.1/public/schedule';
const page = '/public/calendar/day';
const variants: readonly Variant[] = [
  { what: 'public day, brotli', path: day, headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
  { what: 'public day, plain', path: day, headers: {} },
  {
    what: 'public day, 304',
    path: day,
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    isKnown: true,
  },
  {
    what: 'public day page, brotli',
    path: page,
    headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, deflate, br' },
    isPage: true,
  },
];

/** Answers of ready bytes, against a bare server in a process of its own that sends the same bytes. */
export async function schedule({ isQuick }: Effort): Promise<Report> {
  const place = await openPlace(false);
  await fillFixture(place.owner);
  const server = await startServer({
    dataDir: place.dataDir,
    databaseUrl: place.url,
    environment: 'staging',
  });
  const lines: Line[] = [];
  const notes: string[] = [];
  const shares: number[] = [];
  for (const variant of variants.filter(({ isPage }) => !isPage || existsSync(distFile))) {
    const base = { Host: host, 'Accept-Language': 'en', ...variant.headers };
    const first = await ask(server.port, variant.path, base);
    const headers = variant.isKnown ? { ...base, 'If-None-Match': first.headers.ETag ?? '' } : base;
    if (first.headers.ETag === undefined) notes.push(`${variant.what}: not kept, made for each caller.`);
    const answer = variant.isKnown ? await ask(server.port, variant.path, headers) : first;
    const expected = variant.isKnown ? 304 : 200;
    if (answer.status !== expected) throw new Error(`${variant.what} answers ${answer.status}`);
    const asked = makeRequest('GET', variant.path, headers);
    const bare = await startBare(answer, place.dataDir);
    const load = (port: number, duration: number) => async () => {
      const result = await sendFor(port, connections, asked, duration);
      shares.push(result.generatorShare);
      return (result.statuses.get(expected) ?? 0) / result.seconds;
    };
    // Once unmeasured: code runs slowly until it is compiled.
    for (const { port } of [bare, server]) await load(port, 1)();
    const seconds = isQuick ? 1 : 4;
    const results = await interleave(isQuick ? 1 : 5, {
      bare: load(bare.port, seconds),
      ours: load(server.port, seconds),
    });
    bare.stop();
    const ratio = medianRatio(results.ours, results.bare);
    lines.push({
      what: `${variant.what} (${kilobytes(Buffer.from(answer.body, 'base64').length)})`,
      figure: perSecond(median(results.ours)),
      limit: perSecond(median(results.bare)),
      ratio,
      budget: variant.isPage ? '–' : `≥ ${leastShare * 100} %`,
      isOk: variant.isPage ? undefined : ratio >= leastShare,
    });
  }
  return {
    lines,
    notes: [
      `Limit: a bare node:http server in a process of its own that sends the same headers and bytes; ${connections} connections.`,
      `The load's own share of a core: ${percent(median(shares))}; above 40 % it holds the bare server down more than ours.`,
      ...notes,
    ],
  };
}

/** One whole answer with its headers as they stand on the wire, without those that Node adds by itself. */
function ask(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const own: Record<string, string> = {};
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const name = response.rawHeaders[index] ?? '';
          if (!/^(date|connection|keep-alive|transfer-encoding)$/i.test(name)) {
            own[/^etag$/i.test(name) ? 'ETag' : name] = response.rawHeaders[index + 1] ?? '';
          }
        }
        const body = Buffer.concat(chunks).toString('base64');
        resolve({ status: response.statusCode ?? 0, headers: own, body });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

async function startBare(answer: BareAnswer, folder: string): Promise<{ port: number; stop(): void }> {
  const file = join(folder, 'bare-answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const script = fileURLToPath(new URL('./lib/bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => {
    child.kill();
  };
  whenOver(stop);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  return { port, stop };
}
