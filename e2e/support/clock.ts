import type { Browser } from '@playwright/test';

/** By how much the clocks of this run are turned (`npm test -- --at`): milliseconds. */
const shift = Number(process.env.CLOCK_SHIFT_SECONDS ?? 0) * 1000;

/** Every page of a browser is told the time of the run: the browser itself keeps the machine's. */
export function turnClocks(browser: Browser): void {
  if (shift === 0) return;
  const make = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await make(options);
    await context.addInitScript(turnClock, shift);
    return context;
  };
}

/** Runs in the page, before anything of it. */
function turnClock(milliseconds: number): void {
  const Native = Date;
  const now = () => Native.now() + milliseconds;
  class Turned extends Native {
    constructor(...parts: readonly unknown[]) {
      // As many parts as were given: a date without any is the present.
      super(...((parts.length === 0 ? [now()] : parts) as [number]));
    }
    static override now = now;
  }
  globalThis.Date = Turned as DateConstructor;
  const { Temporal: native } = globalThis as { Temporal?: typeof Temporal };
  if (!native) return;
  const instant = native.Now.instant.bind(native.Now);
  const zone = native.Now.timeZoneId.bind(native.Now);
  const there = (timeZone: Temporal.TimeZoneLike = zone()) =>
    instant().add({ milliseconds }).toZonedDateTimeISO(timeZone);
  Object.assign(native.Now, {
    instant: () => instant().add({ milliseconds }),
    zonedDateTimeISO: there,
    plainDateTimeISO: (timeZone?: Temporal.TimeZoneLike) => there(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone?: Temporal.TimeZoneLike) => there(timeZone).toPlainDate(),
    plainTimeISO: (timeZone?: Temporal.TimeZoneLike) => there(timeZone).toPlainTime(),
  });
}
