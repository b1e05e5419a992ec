/**
 * What is too long for every run is done in turn (decision 0055): a run knows its share; a long run and a file that is run by
 * itself have none and take everything.
 */
const share = process.env.TEST_SHARE ?? '';

/** Whether the one of this number is this run's, of things that as many runs one after the other take `turns` turns at. */
export function isTurn(number: number, turns: number): boolean {
  return share === '' || number % turns === Number(share) % turns;
}

/** Whether this run takes everything there is. */
export const isLong = process.env.TEST_SHARE === '';
