import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Chromium without the browser around it: the same pages for two thirds of the work, but no camera. */
const bareName = 'chromium-headless-shell';
const wholeNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine: CHROMIUM_PATH, or one of the usual names on the path. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  return findOnPath(wholeNames) ?? apps.find((path) => existsSync(path));
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter).filter(Boolean)];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

export interface Browsers {
  /** The lightest there is, for journeys. */
  readonly path: string;
  /** A whole one, for journeys with a camera. */
  readonly wholePath: string;
}

/** As root on Debian and its kin that needs nobody's consent. */
const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const apt = (...args: string[]) => run('apt-get', [...args, '-q'], { DEBIAN_FRONTEND: 'noninteractive' });

let asked: Promise<Browsers | { problem: string }> | undefined;

/** Finds browsers, or gets them where that needs nobody's consent: as root on Debian and its kin. Once for all who ask. */
export function ensureChromium(): Promise<Browsers | { problem: string }> {
  asked ??= findOrInstall();
  return asked;
}

async function findOrInstall(): Promise<Browsers | { problem: string }> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !findChromium()) return { problem: `CHROMIUM_PATH ${CHROMIUM_PATH} is not there.` };
  const canInstall = !CHROMIUM_PATH && mayInstall();
  const reason = canInstall && !(findChromium() && findOnPath([bareName])) ? await install() : undefined;
  const wholePath = findChromium();
  if (wholePath) return { path: CHROMIUM_PATH ?? findOnPath([bareName]) ?? wholePath, wholePath };
  const advice = 'install Chromium (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH.';
  if (reason === undefined) return { problem: `The browser journeys need a browser: ${advice}` };
  return { problem: `Chromium could not be installed (${reason}); ${advice}` };
}

/** Browsers of other engines, for what walks in them; where they cannot be had it is left out. */
export async function addEngines(): Promise<void> {
  const programs = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'];
  if (!mayInstall() || programs.every((name) => findOnPath([name]) !== undefined)) return;
  console.log('Getting Firefox and WebKit for walks in them…');
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'firefox-esr', 'webkit2gtk-driver', 'xvfb');
}

/** The last that was said of it. Without the bare one the whole one does. */
async function install(): Promise<string> {
  console.log('Getting Chromium for the browser journeys…');
  const listed = await apt('update');
  const both = await apt('install', '-y', 'chromium', bareName);
  const { output } = both.code === 0 ? both : await apt('install', '-y', 'chromium');
  return `${listed.output}\n${output}`.trim().split('\n').at(-1) ?? '';
}
