import type { Ctx } from '#server/kernel/ctx.ts';
import type { KeycardRow } from './data.ts';

/** What the wallets of phones do with cards. */
export interface Wallets {
  /** A card as a file that a phone takes. */
  fileOf(ctx: Ctx, card: KeycardRow): Promise<Buffer>;
  /** Where the wallet's own service has a card; null for one that is a file of ours. Throws `keycardServiceSilent`. */
  addressOf(ctx: Ctx, card: KeycardRow): Promise<string | null>;
  /** Tells a phone that its card has ended; whether it was told, or nobody is there to hear it. */
  tellEnd(ctx: Ctx, card: KeycardRow): Promise<boolean>;
}

/** Apple's service that wakes phones, or the stand-in with its own certificate. */
export interface PhoneService {
  readonly url: string;
  /** PEM; without it those that every machine believes. */
  readonly authority?: string;
}

/** Google's service, or the stand-in. */
export interface GoogleService {
  readonly tokenUrl: string;
  readonly apiUrl: string;
  /** Where a phone takes a card, of pages at an origin. */
  saveUrl(origin: string): string;
}
