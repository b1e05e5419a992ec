import type { ErrorCode } from '#shared/kernel/errors.ts';

/** Thrown by a decoder for what is not what it should be. Its message is for tests, not for people. */
export class Undecodable extends Error {}

/** Each lane is one child of its own, so that what takes long never stands before what is short. */
export type Lane = 'files' | 'papers' | 'replays';

export interface Bounds {
  readonly lane: Lane;
  /** Of a processor, from the moment the child begins with it: a busy machine makes nobody's file a bad one. */
  readonly seconds: number;
  /** Told to whoever brought what takes longer, or more memory. */
  readonly refusal: ErrorCode;
  /** How many of one centre may wait; the next is refused with `busyTryAgain`. */
  readonly mostWaiting: number;
}

/** A module's address, and what it exports under which name. */
export interface NamedDecoder extends Bounds {
  readonly module: string;
  readonly name: string;
}

/** A function of a module that is run in the child: what goes in and comes out is copied. */
export interface Decoder<Run extends (input: never) => unknown> extends NamedDecoder {
  /** Only the compiler sees it. */
  readonly run?: Run;
}

/** Names a function of a module without importing it: what it needs is loaded in the child alone. */
export function decoder<Run extends (input: never) => unknown>(
  module: URL,
  name: string,
  bounds: Bounds,
): Decoder<Run> {
  return { ...bounds, module: module.href, name };
}

/** What the child is sent. */
export interface Order {
  readonly module: string;
  readonly name: string;
  readonly seconds: number;
  readonly input: unknown;
}

/** What the child says: ready for an order, and how it ended. */
export type Report = { readonly kind: 'ready' } | (Outcome & { readonly isWorn: boolean });

export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'undecodable'; readonly message: string }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };
