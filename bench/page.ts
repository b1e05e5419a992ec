import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import { startBrowser } from './lib/browser.ts';
import { makeDataDir } from './lib/place.ts';
import { kilobytes, type Line, milliseconds, type Report } from './lib/report.ts';
import { type Effort, median } from './lib/rounds.ts';
import { startServer } from './lib/server.ts';

/** Index of Lighthouse's own benchmark on the phone that is meant: factor = this machine's index ÷ 440. */
const storage = [
  'cookies',
  'local_storage',
  'file_systems',
  'shader_cache',
  'service_workers',
  'cache_storage',
] as const;
const phoneIndex = 440;
/** A run in which the machine was this much slower or faster than assumed says nothing. */
const mostDrift = 0.15;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const host = 'pohjala-sport.ee';
const path = '/public/calendar/day';

interface Run {
  readonly index: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly timings: Readonly<Record<string, number>>;
  /** Scripts that came and those that did not. */
  readonly scripts: { readonly urls: readonly string[]; readonly lost: readonly string[] };
}

/** The public day on Lighthouse's phone, slow 4G, with the processor factor that fits this machine. */
export async function page({ isQuick }: Effort): Promise<Report> {
  if (!existsSync(fileURLToPath(new URL('../dist/server', import.meta.url)))) {
    return { lines: [], notes: ['The pages are not built (npm run build).'] };
  }
  const browser = await startBrowser();
  if (browser === undefined) return { lines: [], notes: ['There is no Chromium (CHROMIUM_PATH).'] };
  const server = await startServer({ dataDir: makeDataDir(), environment: 'development' });
  const url = `http://${host}.localhost:${server.port}${path}`;
  const wanted = isQuick ? 1 : 5;
  const steady: Run[] = [];
  const unsteady: Run[] = [];
  // The first run warms the server and tells the machine's index; each later one assumes that of the one before.
  let assumed = (await visit(url, browser, 4)).index;
  for (let attempt = 0; steady.length < wanted && attempt < wanted * 3; attempt += 1) {
    const run = await visit(url, browser, assumed / phoneIndex);
    (Math.abs(run.index / assumed - 1) <= mostDrift ? steady : unsteady).push(run);
    assumed = run.index;
  }
  const isSteady = steady.length === wanted;
  const runs = isSteady ? steady : [...steady, ...unsteady];
  const notes = [
    isSteady
      ? `Median of ${runs.length} runs; ${unsteady.length} discarded because the machine's speed changed meanwhile.`
      : `Median of ${runs.length} runs, most of them while the machine's speed changed: not to be kept.`,
    `Processor factors ${runs.map(({ index }) => (index / phoneIndex).toFixed(1)).join(', ')}; slow 4G, simulated.`,
  ];
  const scripts = [...new Set(runs.flatMap((run) => run.scripts.urls))];
  const sizes = await measureSizes(server.port, scripts);
  return { lines: [...linesOf(runs), ...sizes], notes };
}

async function visit(url: string, port: number, factor: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    clearStorageTypes: [...storage],
    throttling: {
      rttMs: 150,
      throughputKbps: 1638.4,
      requestLatencyMs: 562.5,
      downloadThroughputKbps: 1474.56,
      uploadThroughputKbps: 675,
      cpuSlowdownMultiplier: factor,
    },
  });
  if (!result) throw new Error('Lighthouse gave no result');
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  const timing = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details as unknown as
    | { items: { url: string; resourceType?: string; statusCode?: number }[] }
    | undefined;
  const scripts = (details?.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
  return {
    index: lhr.environment.benchmarkIndex,
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ),
    timings: {
      FCP: timing('first-contentful-paint'),
      LCP: timing('largest-contentful-paint'),
      TBT: timing('total-blocking-time'),
      CLS: timing('cumulative-layout-shift'),
    },
    scripts: {
      urls: [...new Set(scripts.map((script) => script.url))],
      lost: scripts.filter(({ statusCode }) => statusCode !== 200).map((script) => script.url),
    },
  };
}

function linesOf(runs: readonly Run[]): Line[] {
  const least: Readonly<Record<string, number>> = { performance: 98 };
  const scores = categories.map((name): Line => {
    const score = median(runs.map((run) => run.scores[name] ?? 0));
    const budget = least[name] ?? 100;
    return { what: name, figure: String(score), budget: `≥ ${budget}`, isOk: score >= budget };
  });
  const time = (name: string, most?: number): Line => {
    const value = median(runs.map((run) => run.timings[name] ?? Number.NaN));
    return {
      what: name,
      figure: milliseconds(value),
      budget: most === undefined ? '–' : `≤ ${most} ms`,
      isOk: most === undefined ? undefined : value <= most,
    };
  };
  const shift = median(runs.map((run) => run.timings.CLS ?? Number.NaN));
  const lost = [...new Set(runs.flatMap(({ scripts }) => scripts.lost))];
  const came = Math.min(...runs.map(({ scripts }) => scripts.urls.length));
  return [
    ...scores,
    time('FCP'),
    time('LCP', 900),
    time('TBT', 100),
    { what: 'CLS', figure: shift.toFixed(3), budget: '≤ 0.01', isOk: shift <= 0.01 },
    {
      what: 'scripts that arrived',
      figure: lost.length > 0 ? `lost: ${lost.join(', ')}` : String(came),
      budget: 'all, at least one',
      isOk: came > 0 && lost.length === 0,
    },
  ];
}

/** Sizes as they travel: brotli, of what the first load of the page needs. */
async function measureSizes(port: number, scripts: readonly string[]): Promise<Line[]> {
  const { body: html, isKept } = await download(port, path, 'br');
  const text = (await download(port, path, 'identity')).body.toString();
  const inline = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, css]) => css ?? '')
    .join('\n');
  const sheets = [...text.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].flatMap(([tag]) => {
    const address = /href="([^"]+)"/.exec(tag)?.[1];
    return address ? [address] : [];
  });
  const sum = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map((address) => download(port, address, 'br')))).reduce(
      (bytes, { body }) => bytes + body.length,
      0,
    );
  const script = await sum(scripts.map((address) => new URL(address).pathname));
  const css = brotliCompressSync(inline).length + (await sum(sheets));
  const size = (what: string, bytes: number, most: number): Line => ({
    what,
    figure: kilobytes(bytes),
    budget: `≤ ${most} kB`,
    isOk: bytes <= most * 1000,
  });
  return [
    {
      what: 'the day stands inside the HTML, kept as bytes',
      figure: isKept ? 'yes' : 'no, drawn for each caller',
      budget: 'yes',
      isOk: isKept,
    },
    size('HTML with data, brotli', html.length, 15),
    size('blocking CSS, brotli', css, 12),
    size(`script of the first load, brotli (${scripts.length} files)`, script, 155),
  ];
}

interface Download {
  readonly body: Buffer;
  /** Only a page that holds its data is kept, and only a kept one has a tag. */
  readonly isKept: boolean;
}

/** A body as it travels. */
function download(port: number, address: string, encoding: string): Promise<Download> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: `${host}.localhost:${port}`,
      Accept: 'text/html,*/*',
      'Accept-Encoding': encoding,
    };
    const call = request({ host: '127.0.0.1', port, path: address, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const isKept = response.headers.etag !== undefined;
        if (response.statusCode === 200) resolve({ body: Buffer.concat(chunks), isKept });
        else reject(new Error(`${address} answers ${response.statusCode}`));
      });
    });
    call.on('error', reject);
    call.end();
  });
}
