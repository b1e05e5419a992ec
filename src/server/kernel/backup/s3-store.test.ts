import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { StartError } from '../env.ts';
import { storeAt } from './store.ts';

let service: ObjectStore;
beforeAll(async () => {
  service = await startObjectStore();
});
afterAll(() => service.close());

const settings = () => ({ passphrase: null, s3: service.access });

test('what is short comes whole, what is long in parts of one size, and both come back as they were', async () => {
  const store = storeAt('s3://bucket/a/b/', settings());
  expect(store.place).toBe('s3://bucket/a/b');
  const long = randomBytes(40_000_000);
  const pieces = Array.from({ length: 40 }, (_, at) => long.subarray(at * 1_000_000, (at + 1) * 1_000_000));
  const files = { empty: Buffer.alloc(0), short: Buffer.from('short'), long };
  await store.write('long', Readable.from(pieces));
  for (const name of ['empty', 'short'] as const) await store.write(name, Readable.from([files[name]]));
  await storeAt('s3://bucket/a', settings()).write('beside', Readable.from([Buffer.from('x')]));

  expect([...(await store.list())].sort()).toEqual([
    ['empty', 0],
    ['long', 40_000_000],
    ['short', 5],
  ]);
  for (const [name, content] of Object.entries(files))
    expect([name, (await buffer(await store.read(name))).equals(content)]).toEqual([name, true]);
  expect([...service.parts]).toEqual([['bucket/a/b/long', 3]]);
});

test('what cannot be is said in a sentence', async () => {
  const refusal = (work: () => unknown) =>
    Promise.resolve()
      .then(work)
      .then(
        () => '',
        (error: unknown) => (error instanceof StartError ? error.message : `not said kindly: ${error}`),
      );
  expect(await refusal(() => storeAt('s3://', settings()))).toBe('s3:// must look like s3://bucket/folder.');
  expect(await refusal(() => storeAt('s3://bucket', { passphrase: null, s3: null }))).toMatch(
    /^Give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3:/,
  );
  expect(await refusal(() => storeAt('s3://bucket', settings()).read('none'))).toBe(
    's3://bucket/none is missing.',
  );
  expect(await refusal(() => storeAt('s3://other/a', settings()).list())).toMatch(/^s3:\/\/other\/a/);
  const stranger = { passphrase: null, s3: { ...service.access, secretAccessKey: 'another' } };
  expect(
    await refusal(() => storeAt('s3://bucket/a', stranger).write('x', Readable.from([Buffer.from('x')]))),
  ).toMatch(/^s3:\/\/bucket\/a\/x does not work: /);
});
