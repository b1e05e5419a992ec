// The limit that answers of ready bytes are measured against: a bare node:http server that sends one answer,
// whatever is asked. Reads the answer from a file, prints its port, ends with its standard input.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

const answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswer;
const body = Buffer.from(answer.body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(answer.status, answer.headers).end(body.length > 0 ? body : undefined);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
