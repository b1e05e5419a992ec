/** Whole seconds until an end, rounded up, so that 0:00 is seen only when it is over. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** m:ss */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const announcements = [60, 30, 10] as const;
/** How long a read-out sentence stays in the page. */
const announcedFor = 5;

/** The count that is read out at this moment: 60, 30 and 10 seconds before the end, otherwise nothing. */
export function announcedSeconds(seconds: number): number | null {
  return announcements.find((at) => seconds <= at && seconds > at - announcedFor) ?? null;
}
