/** For how long nobody is asked again after showing who they are. */
const proofMinutes = 5;
/** Refunds of a centre within a day beyond this sum are asked about again, in cents. */
export const unaskedRefundCents = 10_000;
/**
 * What the office of a centre gives away within a day, of tickets and vouchers by their price, and gives up of invoices, by
 * credit notes and by writing off, is asked about again beyond this, in cents.
 */
export const unaskedGiftCents = 10_000;
/** A message to more people than this is asked about again; one to whoever fits a filter is, however few they are. */
export const unaskedRecipients = 50;

/** Whether who acts showed a moment ago who they are; `provedAt` in seconds, as tokens have it. */
export function isProved(provedAt: number, now: string): boolean {
  const passed = Temporal.Instant.from(now).epochMilliseconds / 1000 - provedAt;
  return passed < proofMinutes * 60;
}

/** The instant of a proof as tokens have it. */
export function provedSeconds(at: string): number {
  return Math.floor(Temporal.Instant.from(at).epochMilliseconds / 1000);
}
