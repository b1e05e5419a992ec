import { createHash, type Hash, hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

const newline = 0x0a;
const wrap = (1n << 128n) - 1n;

/**
 * Lets rows through as PostgreSQL's COPY writes them as text, one a line, and reckons what they can be known again by in
 * whatever order they come: databases sort texts differently. The sum is that of the first 16 bytes of each line's SHA-256.
 */
export class RowSum extends Transform {
  rows = 0;
  private total = 0n;
  private rest: Buffer = Buffer.alloc(0);

  /** 32 hexadecimal digits. */
  get sum(): string {
    return this.total.toString(16).padStart(32, '0');
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const piece = chunk.subarray(from, end + 1);
      this.add(this.rest.length > 0 ? Buffer.concat([this.rest, piece]) : piece);
      this.rest = Buffer.alloc(0);
      from = end + 1;
    }
    if (from < chunk.length) this.rest = Buffer.concat([this.rest, chunk.subarray(from)]);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    // What is no whole line is no row; it is counted all the same, so that it is noticed.
    if (this.rest.length > 0) this.add(this.rest);
    done();
  }

  private add(line: Buffer): void {
    const digest = hash('sha256', line, 'buffer');
    this.total = (this.total + (digest.readBigUInt64BE(0) << 64n) + digest.readBigUInt64BE(8)) & wrap;
    this.rows += 1;
  }
}

/** Lets bytes through and notes how many there were and their SHA-256. */
export class ByteSum extends Transform {
  bytes = 0;
  private readonly digest: Hash = createHash('sha256');

  /** Once, when all is through: 64 hexadecimal digits. */
  sha256(): string {
    return this.digest.digest('hex');
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.digest.update(chunk);
    done(null, chunk);
  }
}
