import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { reason, StartError } from '../env.ts';
import type { S3Access } from './settings.ts';
import type { BackupStore } from './store.ts';

/** S3 takes no smaller part but the last, and at most 10,000 of them: 160 GB for a table, compressed. */
const partBytes = 16 * 1024 * 1024;
const tries = 3;

/** A folder of a bucket. What is in hand in memory is one part. */
export class S3Store implements BackupStore {
  readonly place: string;
  private readonly s3: S3mini;
  private readonly prefix: string;

  constructor(access: S3Access, bucket: string, prefix: string) {
    this.place = prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`;
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.s3 = new S3mini({ ...access, endpoint: `${access.endpoint}/${bucket}` });
  }

  async write(name: string, source: Readable): Promise<void> {
    const key = this.prefix + name;
    const parts = inParts(source);
    const { value: first = Buffer.alloc(0) } = await parts.next();
    let { value: part } = await parts.next();
    if (part === undefined) {
      await this.ask(name, () => this.s3.putObject(key, first));
      return;
    }
    const id = await this.ask(name, () => this.s3.getMultipartUploadId(key));
    try {
      const sent = [await this.ask(name, () => this.s3.uploadPart(key, id, first, 1))];
      for (; part !== undefined; part = (await parts.next()).value) {
        const body = part;
        sent.push(await this.ask(name, () => this.s3.uploadPart(key, id, body, sent.length + 1)));
      }
      await this.ask(name, () => this.s3.completeMultipartUpload(key, id, sent));
    } catch (error) {
      await this.s3.abortMultipartUpload(key, id).catch(() => {});
      throw error;
    }
  }

  async read(name: string): Promise<Readable> {
    const response = await this.ask(name, () => this.s3.getObjectResponse(this.prefix + name));
    if (!response?.body) throw new StartError(`${this.place}/${name} is missing.`);
    return Readable.fromWeb(response.body as ReadableStream);
  }

  async list(): Promise<Map<string, number>> {
    const objects = await this.ask('', () => this.s3.listObjects('/', this.prefix));
    if (objects === null) throw new StartError(`${this.place} cannot be read (no such bucket).`);
    return new Map(objects.map(({ Key, Size }) => [Key.slice(this.prefix.length), Number(Size)]));
  }

  /** @throws StartError with what the service answers, once it has answered so three times */
  private async ask<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (error) {
        if (tried >= tries) throw new StartError(`${this.place}/${name} does not work: ${reason(error)}.`);
      }
    }
  }
}

/** Of one size but the last, as some services demand. */
async function* inParts(source: Readable): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    rest = Buffer.concat(chunks);
    for (; rest.length >= partBytes; rest = rest.subarray(partBytes)) yield rest.subarray(0, partBytes);
    [chunks, bytes] = [[rest], rest.length];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
  return undefined;
}
