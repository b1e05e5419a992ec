import { expect, test } from 'vitest';
import { repeatRaced, toRefusal } from './constraints.ts';

/** Work that fails so often before it is done, and how often it was tried. */
function losing(times: number, error: object) {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error('lost'), error);
    return 'done';
  };
  return { work, tries: () => tries };
}

test.each([
  [{ code: '40P01' }, 7],
  [{ code: '40001' }, 7],
  [{ code: '23P01', constraint: 'registrations_client_free' }, 7],
  [{ code: '23503' }, 2],
  [{ code: '23505', constraint: 'idempotency_keys_pkey' }, 2],
  [{ code: '23505', constraint: 'registrations_one_live' }, 0],
  [{ code: '55P03' }, 0],
])('who met others with %o is tried anew %d times before it is told', async (error, again) => {
  const patient = losing(again, error);
  expect(await repeatRaced(patient.work)).toBe('done');
  const beaten = losing(again + 1, error);
  await expect(repeatRaced(beaten.work)).rejects.toThrow('lost');
  expect(beaten.tries()).toBe(again + 1);
});

test.each(['22003', '22007', '22008', '22021', '22P02', '22P05'])(
  'what no column can hold (%s) is a mistake of who sent it',
  (code) => expect(toRefusal({ code })?.code).toBe('dataValidationFailed'),
);
