import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { fileType } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { BroughtFile } from '#shared/kernel/wire.ts';

/** How long a sender may be silent, and take altogether: others of the centre wait for it. */
export const arrivalLimits = { silentMs: 5_000, wholeMs: 30_000 };

/** Refuses by its head what could not be taken, before any of it is read. Throws `contentTypeNotSupported`, `bodyTooLarge`. */
export function refuseUnfit(headers: IncomingHttpHeaders, mostBytes: number): void {
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== fileType)
    throw new AppError('contentTypeNotSupported');
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw new AppError('bodyTooLarge');
}

/**
 * Reads a file as it comes, and reckons its digest piece by piece, so that nobody waits for the whole of it. Throws
 * `bodyTooLarge`, and `fileNotArriving` for who sends nothing or too slowly.
 */
export function readFile(payload: Readable, mostBytes: number): Promise<BroughtFile> {
  const { promise, resolve, reject } = Promise.withResolvers<BroughtFile>();
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  let size = 0;
  let isOver = false;
  const over = () => {
    isOver = true;
    clearTimeout(whole);
    clearTimeout(silent);
    // Destroyed, it would take the connection with it, and the answer.
    payload.off('data', take).off('end', end).pause();
  };
  const refuse = (error: Error) => {
    over();
    reject(error);
  };
  const late = () => refuse(new AppError('fileNotArriving'));
  const whole = setTimeout(late, arrivalLimits.wholeMs);
  const silent = setTimeout(late, arrivalLimits.silentMs);
  const take = (piece: Buffer) => {
    silent.refresh();
    size += piece.length;
    if (size > mostBytes) return refuse(new AppError('bodyTooLarge'));
    hash.update(piece);
    pieces.push(piece);
    // Others have their turn between two pieces: a fast sender would fill the whole of it.
    payload.pause();
    setImmediate(() => isOver || payload.resume());
  };
  const end = () => {
    over();
    resolve({ bytes: Buffer.concat(pieces, size), digest: hash.digest('base64url') });
  };
  payload.on('data', take).once('end', end).once('error', refuse);
  return promise;
}
