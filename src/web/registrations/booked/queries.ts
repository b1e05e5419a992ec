/** Trainings whose ground may come in once: booked a moment ago on this page. */
const justBooked = new Map<number, number>();
const newsMs = 4_000;

/** Tells the timetable that a place was booked just now. */
export function noteBooked(trainingId: number): void {
  justBooked.set(trainingId, performance.now());
}

/** Whether the place was booked within the last seconds, so that its row may show it once. */
export function isJustBooked(trainingId: number): boolean {
  const at = justBooked.get(trainingId);
  return at !== undefined && performance.now() - at < newsMs;
}
