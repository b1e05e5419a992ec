import { afterEach, describe, expect, test } from 'vitest';
import type { AppError } from '#shared/kernel/errors.ts';
import { type Bounds, decoder, Undecodable } from './decoder.ts';
import { Decoders } from './decoders.ts';

// Real children, with functions that do what no decoder should.
const bounds: Bounds = { lane: 'files', seconds: 0.5, refusal: 'fileTooDemanding', mostWaiting: 9 };
const source = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const hostile = (body: string, more: Partial<Bounds> = {}) =>
  decoder<(input: unknown) => unknown>(source(`export const run = async (input) => { ${body} }`), 'run', {
    ...bounds,
    ...more,
  });
const giveBack = hostile('return input');
const spin = hostile('for (;;);');

let decoders = new Decoders();
afterEach(async () => {
  await decoders.stop();
  decoders = new Decoders();
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );

describe('an order', () => {
  test('goes to another process and comes back', async () => {
    const whole = { bytes: Buffer.from('õ'), list: [1, null, undefined], text: 'õhtu' };
    const back = (await decoders.run(giveBack, 1, whole)) as typeof whole;
    expect(back).toEqual({ ...whole, bytes: expect.any(Uint8Array) });
    expect(Buffer.from(back.bytes).toString()).toBe('õ');
    expect(await decoders.run(hostile('return process.pid'), 1, null)).not.toBe(process.pid);
  });

  test('that cannot be done says so, and a fault is a fault', async () => {
    const refusing = decoder<(bytes: Uint8Array) => unknown>(
      new URL('../../tenants/logos/pictures.ts', import.meta.url),
      'toDrawing',
      bounds,
    );
    await expect(decoders.run(refusing, 1, Buffer.from('no picture'))).rejects.toThrow(Undecodable);
    await expect(decoders.run(hostile('throw new TypeError("broken")'), 1, null)).rejects.toThrow('broken');
    expect(await decoders.run(giveBack, 1, 1)).toBe(1);
  });

  test.each([
    ['time', spin],
    ['memory', hostile('const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1))')],
    ['memory of its own objects', hostile('const all = []; for (;;) all.push([all.length])')],
    ['an end', hostile('process.kill(process.pid, "SIGKILL"); await new Promise(() => {})')],
  ])('that takes too much of %s is ended, and the next one is done', async (_, taking) => {
    expect(await codeOf(decoders.run(taking, 1, null))).toBe('fileTooDemanding');
    expect(await decoders.run(giveBack, 2, 'next')).toBe('next');
  });

  test('nobody waits for any more is ended', async () => {
    const leaving = new AbortController();
    const left = codeOf(decoders.run(hostile('for (;;);', { seconds: 1000 }), 1, null, leaving.signal));
    const next = decoders.run(giveBack, 2, 'next');
    leaving.abort();
    expect([await left, await next]).toEqual(['busyTryAgain', 'next']);
  });

  test('sees nothing of this process, and reaches nobody', async () => {
    const looking = hostile(`
      const { writeFileSync } = await import('node:fs');
      const { spawnSync } = await import('node:child_process');
      const { connect } = await import('node:net');
      const codeOf = (run) => { try { run(); return 'done'; } catch (error) { return error.code; } };
      return {
        names: Object.keys(process.env),
        write: codeOf(() => writeFileSync('/tmp/trenn-decoder', '')),
        start: codeOf(() => spawnSync('ls')),
        connect: await new Promise((resolve) => {
          const code = codeOf(() => connect(1).on('error', (error) => resolve(error.code)));
          if (code !== 'done') resolve(code);
        }),
      }`);
    expect(await decoders.run(looking, 1, null)).toEqual({
      names: process.env.TZ === undefined ? [] : ['TZ'],
      ...{ write: 'ERR_ACCESS_DENIED', start: 'ERR_ACCESS_DENIED', connect: 'ERR_ACCESS_DENIED' },
    });
  });
});

describe('centres', () => {
  test('take turns, however many files one of them brings', async () => {
    const ended: string[] = [];
    const bring = (centre: number, name: string) =>
      decoders.run(giveBack, centre, name).then(() => ended.push(name));
    await Promise.all([bring(1, 'a1'), bring(1, 'a2'), bring(1, 'a3'), bring(2, 'b1'), bring(3, 'c1')]);
    expect(ended).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  test('that bring too many at once are refused, others are not', async () => {
    const few = { mostWaiting: 2 };
    const slow = hostile('for (const end = performance.now() + 200; performance.now() < end;);', few);
    const all = Array.from({ length: 5 }, () => codeOf(decoders.run(slow, 1, null)));
    const other = codeOf(decoders.run(giveBack, 2, null));
    expect((await Promise.all(all)).filter((code) => code === 'busyTryAgain')).toHaveLength(2);
    expect(await other).toBe('done');
  });

  test('with a file of one lane do not wait for another lane', async () => {
    const leaving = new AbortController();
    const endless = hostile('for (;;);', { lane: 'replays', seconds: 1000 });
    const running = codeOf(decoders.run(endless, 1, null, leaving.signal));
    expect(await decoders.run(giveBack, 1, 'file')).toBe('file');
    leaving.abort();
    expect(await running).toBe('busyTryAgain');
  });
});
