import type { Page } from '@playwright/test';
import { previewRegistration } from '#shared/registrations/contract.ts';
import type { Payment } from '#shared/registrations/covers/contract.ts';
import { listOwnTrainings } from '#shared/schedule/contract.ts';
import type { MemberCall } from './member.ts';

export interface PaidPlace {
  readonly id: number;
  readonly name: string;
  readonly freePlaces: number;
  readonly payment: Payment;
}

/**
 * The first training that is paid for, of the days from tomorrow, in which the caller would have a place now and could
 * give it back free for another hour. Throws where there is none.
 */
export async function findPaid(
  call: MemberCall,
  what: string,
  isWanted: (place: PaidPlace) => boolean,
): Promise<PaidPlace> {
  const today = Temporal.Now.plainDateISO('Europe/Tallinn');
  const [from, until] = [today.add({ days: 1 }).toString(), today.add({ days: 8 }).toString()];
  const soon = Temporal.Now.instant().add({ hours: 1 });
  for (const training of await call(listOwnTrainings, { query: { from, until } })) {
    const { id, name, freePlaces, own, isPaid } = training;
    if (!isPaid || own !== null) continue;
    const preview = await call(previewRegistration, { params: { trainingId: id } });
    if (preview.outcome !== 'booked' || preview.payment === null) continue;
    if (Temporal.Instant.compare(preview.freeUntil, soon) < 0) continue;
    const place = { id, name, freePlaces, payment: preview.payment };
    if (isWanted(place)) return place;
  }
  throw new Error(`no paid training ${what}`);
}

/** A text of the catalogue with its values in place, as Playwright reads it: unbreakable spaces are spaces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
    .replaceAll('\u00a0', ' ');
}

/** Sets language and colours of a centre for the pages of a context. */
export async function dress(page: Page, host: string, language: string, mode: string): Promise<void> {
  const domain = `${host}.localhost`;
  await page.context().addCookies([
    { name: 'language', value: language, domain, path: '/' },
    { name: 'colormode', value: mode, domain, path: '/' },
  ]);
}
