import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode, reason, StartError } from '../env.ts';
import { S3Store } from './s3-store.ts';
import type { BackupSettings } from './settings.ts';

/** Where the files of a backup lie, by their names. */
export interface BackupStore {
  /** As an operator would write it. */
  readonly place: string;
  /** Kept for good once it resolves. */
  write(name: string, source: Readable): Promise<void>;
  /** @throws StartError where there is none */
  read(name: string): Promise<Readable>;
  /** Bytes of each file by its name. */
  list(): Promise<Map<string, number>>;
}

/**
 * A folder, or `s3://bucket/prefix`.
 * @throws StartError where an s3 address says no bucket, or nobody said with which key
 */
export function storeAt(place: string, { s3 }: BackupSettings): BackupStore {
  if (!place.startsWith('s3://')) return new FolderStore(resolve(place));
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(place) ?? [];
  if (!bucket) throw new StartError(`${place} must look like s3://bucket/folder.`);
  if (!s3)
    throw new StartError(
      'Give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3://…, and AWS_ENDPOINT_URL_S3 and AWS_REGION where it is not Amazon’s own in us-east-1.',
    );
  return new S3Store(s3, bucket, prefix);
}

class FolderStore implements BackupStore {
  readonly place: string;

  constructor(place: string) {
    this.place = place;
  }

  async write(name: string, source: Readable): Promise<void> {
    const file = join(this.place, name);
    try {
      await mkdir(this.place, { recursive: true, mode: 0o700 });
      await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
      const folder = await open(this.place);
      await folder.sync();
      await folder.close();
    } catch (error) {
      if (['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(errorCode(error) ?? ''))
        throw new StartError(`${file} cannot be written (${reason(error)}).`);
      throw error;
    }
  }

  async read(name: string): Promise<Readable> {
    const file = join(this.place, name);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) throw new StartError(`${file} is missing.`);
    return createReadStream(file);
  }

  async list(): Promise<Map<string, number>> {
    const names = await readdir(this.place).catch((error: unknown) => {
      throw new StartError(`${this.place} cannot be read (${reason(error)}).`);
    });
    const sizes = await Promise.all(
      names.map(async (name): Promise<[string, number]> => [name, (await stat(join(this.place, name))).size]),
    );
    return new Map(sizes);
  }
}

/** The whole of a small file. */
export async function readText(store: BackupStore, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function textStream(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}
