import { getSession, subscribeToSession } from '#web/kernel/session-runtime.ts';
import { nextTask } from '#web/kernel/tasks.ts';

declare global {
  interface Window {
    /** Of a page whose scripts wait for its paint: ends the noting of presses, and gives the last one. */
    takePress?: () => HTMLButtonElement | undefined;
  }
}

let pressed: HTMLButtonElement | undefined;

/** To be called in the moment in which the page begins to hear for itself. */
export function keepEarlyPress(): void {
  pressed = window.takePress?.();
}

/**
 * Does once what was pressed on the drawn page before its scripts could hear it: on a slow phone that is a second or two.
 * It waits until it is known who is here, and presses only what is still there and still says the same.
 */
export async function replayEarlyPress(): Promise<void> {
  const early = pressed;
  pressed = undefined;
  if (!early) return;
  const said = early.dataset.pressed;
  await restored();
  // What that changed, and what was chosen on the drawn page, is drawn by then.
  await nextTask();
  delete early.dataset.pressed;
  const same = [...document.querySelectorAll('button')].filter((button) => button.textContent === said);
  const button = same.includes(early) ? early : same.length === 1 ? same[0] : undefined;
  if (!button) return;
  await opened(button);
  if (button.textContent === said) button.click();
}

/** A form's button hears nobody before the form does. */
function opened(button: HTMLButtonElement): Promise<void> {
  if (!button.disabled) return Promise.resolve();
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (button.disabled) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(button, { attributeFilter: ['disabled'] });
  });
}

function restored(): Promise<void> {
  const isRestoring = () => getSession().phase !== 'member' && getSession().refreshing?.reason === 'restore';
  if (!isRestoring()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribeToSession(() => {
      if (isRestoring()) return;
      stop();
      resolve();
    });
  });
}
