import { z } from 'zod';
import { parseLocalDate } from './dates.ts';
import { asciiEmail, emailForm, longestEmail } from './emails.ts';

/** Nothing in a centre lies outside of these years, and some of what is there cannot be reckoned with. */
const isOfOurTime = (text: string) => text >= '1900' && text < '2201';

/** To the nanosecond, which is all that is reckoned with: `2026-09-14T09:00:00.123456789Z`. */
const longestInstant = 30;
/** An instant on the wire: ISO 8601 with offset Z. */
export const InstantText = z.iso.datetime().max(longestInstant).refine(isOfOurTime);
/** A local date on the wire: yyyy-MM-dd. */
export const LocalDateText = z.iso.date().refine(isOfOurTime);
/** A positive whole number as ids are. */
export const Id = z.number().int().positive().max(2_147_483_647);

/** An e-mail address, its domain in ASCII whichever way it was written. */
export const Email = z
  .string()
  .max(longestEmail)
  .overwrite(asciiEmail)
  .max(longestEmail)
  .regex(emailForm)
  .meta({ format: 'email' });

/** A path parameter: digits only. */
export const pathId = z
  .custom<number>()
  .transform((raw: unknown) => toInteger(raw))
  .pipe(Id)
  .meta({ type: 'integer' });

/** A whole number read from an address; anything else is treated as absent (specification points 2 and 5). */
export const queryInteger = z
  .custom<number | undefined>()
  .transform((raw: unknown) => toInteger(raw))
  .optional()
  .meta({ type: 'integer' });

/** A date read from an address; anything else is treated as absent (specification points 2 and 5). */
export const queryDate = z
  .custom<string | undefined>()
  .transform((raw: unknown) => (typeof raw === 'string' ? parseLocalDate(raw) : undefined))
  .optional()
  .meta({ type: 'string', format: 'date' });

/** One of a list read from an address; anything else is treated as absent. */
export function queryChoice<const T extends string>(choices: readonly T[]) {
  return z
    .custom<T | undefined>()
    .transform((raw: unknown) => choices.find((choice) => choice === raw))
    .optional()
    .meta({ type: 'string', enum: [...choices] });
}

/** A whole number written in digits, in the range of ids; undefined for anything else. */
export function toInteger(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined;
  if (typeof raw !== 'string' || !/^-?\d{1,10}$/.test(raw)) return undefined;
  const number = Number(raw);
  return Math.abs(number) <= 2_147_483_647 ? number : undefined;
}

/** Whether a text can be stored and sent: no NUL, no half of a pair of surrogates. */
function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** No contract nests half as deep. */
const deepest = 32;

/** No contract takes half as many. */
export const mostValues = 10_000;

/**
 * Whether every text in what was sent can be stored, names of fields included. What is nested deeper, or has more in it, than
 * anything may is not looked through: whoever looks would run out of stack, or hold up everybody else.
 */
export function hasTextOnly(value: unknown): boolean {
  return isFit(value, 0, { values: mostValues });
}

function isFit(value: unknown, depth: number, left: { values: number }): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === deepest) return false;
  // Without a list of its parts: making one takes longer than looking.
  if (Array.isArray(value)) {
    for (const inner of value) {
      left.values -= 1;
      if (left.values < 0 || !isFit(inner, depth + 1, left)) return false;
    }
    return true;
  }
  for (const name in value) {
    left.values -= 1;
    const inner = (value as Record<string, unknown>)[name];
    if (left.values < 0 || !isText(name) || !isFit(inner, depth + 1, left)) return false;
  }
  return true;
}

/** A file as an answer: sent as it is, to be kept under its name. */
export interface FileAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export function isFileAnswer(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** The response of an endpoint that answers with a file. */
export const FileAnswer = z.custom<FileAnswer>(isFileAnswer).meta({ type: 'string', format: 'binary' });

/** A file as a call's body, with what tells it from another. */
export interface BroughtFile {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/** What a caller sends as one: a text, bytes, or a file that a person chose. */
export type FileToSend = string | Uint8Array | { readonly size: number; readonly type: string };

/** The body of an endpoint that takes a file and nothing else; how many bytes of it is the endpoint's `mostBytes`. */
export const FileBody = z
  .custom<FileToSend>()
  .transform((given) => given as unknown as BroughtFile)
  .meta({ type: 'string', format: 'binary' });
