import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page, type Route } from '@playwright/test';
import { instantAt } from '#shared/kernel/dates.ts';
import type { AdminSchedule, AdminTraining } from '#shared/schedule/editing/contract.ts';
import { startBrowser } from './lib/browser.ts';
import { makeDataDir } from './lib/place.ts';
import { milliseconds, type Report } from './lib/report.ts';
import { type Effort, median, quantile } from './lib/rounds.ts';
import { startServer } from './lib/server.ts';

const host = 'pohjala-sport.ee';
const timeZone = 'Europe/Tallinn';
const rooms = 20;
const trainings = 200;
/** The empty day the calendar is opened at, and the full one it goes to: far ahead, so that nothing is over. */
const emptyDay = '2031-03-04';
const fullDay = '2031-03-05';
const longestDrawing = 200;
const fewestFrames = 50;

const roomIds = Array.from({ length: rooms }, (_, index) => index + 1);

/** One of ten trainings of a room, an hour and a quarter apart. */
function training(index: number): AdminTraining {
  const roomId = (index % rooms) + 1;
  const minutes = 7 * 60 + Math.floor(index / rooms) * 80 + (index % 4) * 5;
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const startDateTime = instantAt(fullDay, time, timeZone);
  const endDateTime = Temporal.Instant.from(startDateTime).add({ minutes: 55 }).toString();
  const room = { id: roomId, name: `Room ${roomId}` };
  return {
    id: index + 1,
    name: `Strength circuit ${index + 1}`,
    namePrefix: '',
    styleId: 1,
    typeName: 'Strength',
    typeColor: '#ce5247',
    clubId: 1,
    clubName: 'Centre',
    clubAddress: '',
    roomId,
    roomGroupId: null,
    roomName: room.name,
    rooms: [room],
    trainerId: index + 1,
    trainerName: 'Liis Tamberg',
    date: fullDay,
    time,
    startDateTime,
    endDateTime,
    duration: 55,
    maxPlaces: 20,
    booked: index % 20,
    freePlaces: 20 - (index % 20),
    waitingCount: 0,
    isPublic: true,
    isWaitingListAllowed: true,
    isCancelled: false,
    isClosed: false,
    isPaid: false,
    opensDateTime: startDateTime,
    closesDateTime: startDateTime,
    publicComment: '',
    privateComment: '',
    price: null,
    isCommentingAllowed: true,
    freeCancelUntil: startDateTime,
    clientType: 'groupTraining',
    setUpMinutes: 0,
    seriesId: null,
    seriesDate: null,
    overridden: [],
    version: 1,
    cancelReason: '',
    closureId: null,
    closureName: '',
  };
}

/** Answers what the screen asks, so that drawing alone is measured. */
async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (url.pathname.endsWith('/room/unit')) {
    const own = roomIds.map((id) => ({
      id,
      name: `Room ${id}`,
      clubId: 1,
      clubName: 'Centre',
      roomGroupId: null,
      capacity: 20,
      partIds: [],
    }));
    await route.fulfill({ json: [{ id: 1, name: 'Centre', rooms: own }] });
    return;
  }
  const isFull = url.searchParams.get('from') === fullDay;
  const day: AdminSchedule = {
    trainings: isFull ? Array.from({ length: trainings }, (_, index) => training(index)) : [],
    reservations: [],
    closures: [],
  };
  await route.fulfill({ json: url.pathname.endsWith('/admin/schedule') ? day : [] });
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/offline.html`);
  await page.evaluate(async () => {
    const sizes = { screenWidth: 1, screenHeight: 1, colorDepth: 1, cpuCores: 1, touchPoints: 0 };
    await fetch('/api/v0.1/account/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userCredentials: { username: 'admin@demo.test', password: 'Demo1234', keep: false },
        deviceParameters: { platform: 'bench', userAgent: 'bench', ...sizes },
      }),
    });
    localStorage.setItem('has_logged_in', 'true');
  });
}

/** From the day's answer to the frame in which it stands, in milliseconds. What runs in the page is text: programs know no browser. */
async function drawFullDay(page: Page, origin: string): Promise<{ drawn: number; busy: number }> {
  await page.goto(`${origin}/admin-calendar?date=${emptyDay}`);
  await page.locator('[data-scroller]').waitFor();
  await page.waitForTimeout(1500);
  const drawn = page.evaluate<number>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelectorAll('[data-key]').length < ${trainings}) await frame();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const answered = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('from=${fullDay}'))
      .map(({ responseEnd }) => responseEnd);
    return performance.now() - Math.max(...answered);
  })()`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readBusy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await readBusy();
  await page.locator(`a[href*="date=${fullDay}"]`).first().click();
  const took = await drawn;
  const busy = (await readBusy()) - before;
  await session.detach();
  return { drawn: took, busy };
}

/** The lengths of the frames while a training is dragged across the rooms. */
async function dragAcross(page: Page, moves: number): Promise<number[]> {
  const box = await page.locator('[data-key]').first().boundingBox();
  if (!box) throw new Error('there is nothing to drag');
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 30);
  const frames = page.evaluate<number[]>(`new Promise((resolve) => {
    const lengths = [];
    const begun = performance.now();
    let last = begun;
    const next = (now) => {
      lengths.push(now - last);
      last = now;
      if (now - begun < ${moves * 16}) requestAnimationFrame(next);
      else resolve(lengths.slice(1));
    };
    requestAnimationFrame(next);
  })`);
  for (let move = 0; move < moves; move += 1) {
    await page.mouse.move(box.x + 60 + move * 5, box.y + 30 + (move % 60) * 5);
  }
  const lengths = await frames;
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return lengths;
}

/** The admin calendar with 20 rooms and 200 trainings: how long it draws, and its frames while one is dragged. */
export async function calendar({ isQuick }: Effort): Promise<Report> {
  if (!existsSync(fileURLToPath(new URL('../dist/server', import.meta.url)))) {
    return { lines: [], notes: ['The pages are not built (npm run build).'] };
  }
  const port = await startBrowser();
  if (port === undefined) return { lines: [], notes: ['There is no Chromium (CHROMIUM_PATH).'] };
  const server = await startServer({ dataDir: makeDataDir(), environment: 'development' });
  const origin = `http://${host}.localhost:${server.port}`;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: timeZone });
  await context.route('**/api/v0.1/admin/**', answer);
  const page = await context.newPage();
  await logIn(page, origin);
  const drawings: { drawn: number; busy: number }[] = [];
  const frames: number[] = [];
  for (let round = 0; round < (isQuick ? 2 : 7); round += 1) {
    drawings.push(await drawFullDay(page, origin));
    frames.push(...(await dragAcross(page, 120)));
  }
  await context.close();
  await browser.close();
  const drawing = median(drawings.map(({ drawn }) => drawn));
  const busy = median(drawings.map((one) => one.busy));
  const frame = median(frames);
  const perSecond = 1000 / frame;
  return {
    lines: [
      {
        what: 'a full day drawn',
        figure: milliseconds(drawing),
        budget: `≤ ${longestDrawing} ms`,
        isOk: drawing <= longestDrawing,
      },
      {
        what: 'processor time of it, the press with it',
        figure: milliseconds(busy),
        budget: '–',
      },
      {
        what: 'frames while dragging',
        figure: `${Math.round(perSecond)}/s`,
        budget: `≥ ${fewestFrames}/s`,
        isOk: perSecond >= fewestFrames,
      },
      {
        what: 'longest of 20 frames',
        figure: milliseconds(quantile(frames, 0.95)),
        budget: '–',
      },
    ],
    notes: [
      `${rooms} rooms, ${trainings} trainings, 1440 × 900; median of ${drawings.length} days, from the answer to the frame.`,
      'The browser draws on the processor here, beside the server.',
    ],
  };
}
