import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { networkOf } from '#server/kernel/callers/addresses.ts';
import { Turns } from '#server/kernel/turns.ts';

const derive = promisify(argon2);
/** Argon2id, 46 MiB, one pass: about 10 ms a password. Kept with each hash, so that it may grow. */
const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 } as const;
/** One at a time and off the event loop. Centres take turns, so that a flood of tries at one keeps nobody of another waiting. */
const turns = new Turns({ perCentre: 1, inAll: 1, mostWaiting: 100, seconds: 10 });
/** Of one network few at a time, at however many centres it tries. */
const ofNetworks = new Turns({
  perCentre: 2,
  inAll: Number.POSITIVE_INFINITY,
  mostWaiting: 200,
  seconds: 10,
});
/** In the place of a centre: what the installation itself hashes. */
export const installation = 0;

/** Tries of strangers, by where they come from. Throws `busyTryAgain` when too many wait there. */
export function inTurnOfNetwork<T>(address: string, work: () => Promise<T>): Promise<T> {
  return ofNetworks.run(networkOf(address), work);
}

/** @param memory KiB; less than usual for passwords that everybody may know, as those of tests. */
export async function hashPassword(
  centreId: number,
  password: string,
  memory: number = cost.memory,
): Promise<string> {
  const { passes, parallelism } = cost;
  const salt = randomBytes(16);
  const tag = await turns.run(centreId, () =>
    derive('argon2id', { message: password, nonce: salt, ...cost, memory }),
  );
  return `argon2id$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Stands where no password was chosen yet: no password has this hash, and trying one takes as long as any. */
export function noPassword(): string {
  const { memory, passes, parallelism, tagLength } = cost;
  const part = (length: number) => randomBytes(length).toString('base64url');
  return `argon2id$m=${memory},t=${passes},p=${parallelism}$${part(16)}$${part(tagLength)}`;
}

/** Takes the same time for an unknown account: give it undefined. */
export async function isPassword(
  centreId: number,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const parts = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash ?? nobodys);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64url');
  const given = await turns.run(centreId, () =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64url'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(given, expected) && hash !== undefined;
}

/** What the password of nobody is compared with. */
const nobodys = noPassword();

let leaked: Promise<ReadonlySet<string>> | undefined;

/** Whether a password, in whatever case, is among the fifty thousand commonest that have leaked anywhere. */
export async function isLeaked(password: string): Promise<boolean> {
  leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  );
  return (await leaked).has(password.toLowerCase());
}
