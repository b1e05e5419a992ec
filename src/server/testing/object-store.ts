import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A service that speaks S3 as far as backups need it, in memory, and lets in who signs with its key. */
export interface ObjectStore {
  readonly access: { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** By bucket and key, such as `bucket/folder/file`. */
  readonly objects: Map<string, Buffer>;
  /** How many parts each object came in that did not come whole. */
  readonly parts: Map<string, number>;
  close(): void;
}

const bucket = 'bucket';
const region = 'eu-north-1';
const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const parts = new Map<string, number>();
  const uploads = new Map<string, Map<number, Buffer>>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const name = decodeURIComponent(url.pathname.slice(1));
    const say = (status: number, text: string | Buffer = '', headers = {}) => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers }).end(text);
    };
    if (signatureOf(request, url) !== /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1])
      return say(403, '<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
    if (name.split('/')[0] !== bucket) return say(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const upload = url.searchParams.get('uploadId');
    if (request.method === 'GET' && url.searchParams.has('list-type')) return say(200, list(url));
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return say(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === 'PUT' && upload) {
      uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body);
      return say(200, '', { etag: etagOf(body) });
    }
    if (request.method === 'POST' && upload) {
      const sent = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(name, Buffer.concat(sent));
      parts.set(name, sent.length);
      return say(
        200,
        `<CompleteMultipartUploadResult><Location>x</Location><Bucket>${bucket}</Bucket><Key>x</Key><ETag>${etagOf(body)}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (request.method === 'DELETE' && upload) return say(204);
    if (request.method === 'PUT') {
      objects.set(name, body);
      return say(200, '', { etag: etagOf(body) });
    }
    const found = objects.get(name);
    return found ? say(200, found) : say(404, '<Error><Code>NoSuchKey</Code></Error>');
  }

  function list(url: URL): string {
    const prefix = `${bucket}/${url.searchParams.get('prefix') ?? ''}`;
    const found = [...objects]
      .filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes('/'))
      .map(
        ([name, body]) =>
          `<Contents><Key>${name.slice(bucket.length + 1)}</Key><Size>${body.length}</Size><ETag>${etagOf(body)}</ETag></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${found.length}</KeyCount>${found.join('')}</ListBucketResult>`;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { access: { endpoint, region, ...key }, objects, parts, close: () => server.close() };
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/** What whoever has the key signs a request with: AWS Signature Version 4. */
function signatureOf({ method, headers }: IncomingMessage, url: URL): string {
  const [, date = '', signed = ''] =
    /Credential=[^/]+\/(\d+)\/.*SignedHeaders=([\w;-]+)/.exec(headers.authorization ?? '') ?? [];
  const names = signed.split(';');
  const query = [...url.searchParams]
    .map(([name, value]) => [name, value].map(escaped).join('='))
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const signing = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  );
  return createHmac('sha256', signing).update(text).digest('hex');
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
