import { hkdfSync } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** One of an installation's secrets, of which the latest whose time has come makes what is new. */
export interface SessionSecret {
  readonly secret: string;
  /** Seconds since 1970; 0 of the first one. */
  readonly usedFrom: number;
}

/** The secrets as they are at this moment, the oldest first; never none. */
export type SecretSource = () => readonly SessionSecret[];

/** What follows from one secret, each for its own purpose. */
export interface Keys {
  readonly usedFrom: number;
  /** What a salt that was made with it ends with. */
  readonly mark: Buffer;
  readonly access: Uint8Array;
  readonly refresh: Uint8Array;
  readonly subject: Uint8Array;
  readonly address: Uint8Array;
  readonly seal: Uint8Array;
  readonly code: Uint8Array;
}

/** A running process hears of another secret so much later at the most; whoever makes one lets it wait for longer. */
const rereadMilliseconds = 5000;
export const markBytes = 6;

/** The keys of an installation while its secret is rotated: one makes what is new, all open what they made. */
export class KeyRing {
  private readonly source: SecretSource;
  private readonly clock: Clock;
  private readonly bySecret = new Map<string, Keys>();
  private readAt = 0;
  private keys: readonly Keys[] = [];

  constructor(source: SecretSource, clock: Clock) {
    this.source = source;
    this.clock = clock;
    this.read(clock.epochMilliseconds());
  }

  /** All that are known, the oldest first; the last ones may not be in use yet. */
  all(): readonly Keys[] {
    const now = this.clock.epochMilliseconds();
    if (Math.abs(now - this.readAt) >= rereadMilliseconds) {
      try {
        this.read(now);
      } catch {
        // A folder that cannot be read for a moment takes away nothing that was known.
        this.readAt = now;
      }
    }
    return this.keys;
  }

  used(): Keys {
    return this.usedAt(this.clock.epochMilliseconds());
  }

  /** What was in use then; the oldest, where that was before all of them. */
  usedAt(epochMilliseconds: number): Keys {
    const keys = this.all();
    return (keys.findLast(({ usedFrom }) => usedFrom * 1000 <= epochMilliseconds) ?? keys[0]) as Keys;
  }

  /** What a salt was made with; the oldest, where it was made before salts said so. */
  ofSalt(salt: Buffer): Keys {
    const keys = this.all();
    const mark = salt.subarray(-markBytes);
    return (keys.find((one) => one.mark.equals(mark)) ?? keys[0]) as Keys;
  }

  /** Those that something may have been made with that lives for so long; and those that are used next. */
  since(milliseconds: number): readonly Keys[] {
    const from = this.usedAt(this.clock.epochMilliseconds() - milliseconds);
    const keys = this.all();
    return keys.slice(keys.indexOf(from));
  }

  private read(now: number): void {
    const secrets = this.source();
    if (secrets.length === 0) throw new Error('there is no secret');
    this.readAt = now;
    this.keys = secrets.map((one) => {
      const known = this.bySecret.get(one.secret) ?? keysOf(one);
      this.bySecret.set(one.secret, known);
      return known;
    });
  }
}

function keysOf({ secret, usedFrom }: SessionSecret): Keys {
  const derive = (purpose: string, length = 32) =>
    new Uint8Array(hkdfSync('sha256', secret, 'trenn', purpose, length));
  return {
    usedFrom,
    mark: Buffer.from(derive('mark', markBytes)),
    access: derive('access token'),
    refresh: derive('refresh token'),
    subject: derive('attempt subject'),
    address: derive('address'),
    seal: derive('sealed secret'),
    code: derive('recovery code'),
  };
}
