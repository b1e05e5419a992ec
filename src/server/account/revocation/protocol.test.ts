import { execFile } from 'node:child_process';
import { randomBytes, type X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BasicOCSPResponse, OCSPResponse } from '@peculiar/asn1-ocsp';
import { AsnConvert } from '@peculiar/asn1-schema';
import { describe, expect, test } from 'vitest';
import { SetClock, systemClock } from '#server/kernel/clock.ts';
import { type Authority, makeAuthority } from '../emulator/authority.ts';
import { cardPersons } from '../emulator/built-in.ts';
import { type OddStatus, Responder } from '../emulator/responder.ts';
import { questionBytes, readAnswer, respondersOf } from './protocol.ts';

const clock = new SetClock('2026-09-14T09:00:00Z');
const url = 'http://aia.klubi.ee/esteid';
const [person] = cardPersons;
if (!person) throw new Error('there is nobody');

async function issuedBy(authority: Authority, now = clock.epochMilliseconds()) {
  if (!person) throw new Error('there is nobody');
  const issued = await authority.issue(person, now, { kind: 'idCard', responder: url });
  return { ...issued, issuer: authority.certificate };
}

/** A card that is good, and a question about it. */
async function scene() {
  const authority = await makeAuthority(clock.epochMilliseconds());
  const responder = new Responder(authority, clock);
  const issued = await issuedBy(authority);
  responder.know(issued.certificate, false);
  const ask = () => ({ ...issued, nonce: randomBytes(32) });
  const read = (bytes: Buffer, question = ask()) => readAnswer(bytes, question, clock.epochMilliseconds());
  return { authority, responder, issued, ask, read };
}

test('a certificate names where it is asked about', async () => {
  const { authority, issued } = await scene();
  expect(respondersOf(issued.certificate)).toEqual([url]);
  expect(respondersOf(authority.certificate)).toEqual([]);
});

test('an answer is of its question alone', async () => {
  const { responder, ask, read } = await scene();
  const [question, later] = [ask(), ask()];
  const answer = await responder.answer(questionBytes(question));
  expect(read(answer, question)).toEqual({ kind: 'good' });
  expect(read(answer, later)).toMatchObject({ end: 'idCardAnswerReplayed' });
});

test('an answer about one card says nothing of another, nor of another issuer’s', async () => {
  const { authority, responder, ask, read } = await scene();
  const question = ask();
  const answer = await responder.answer(questionBytes(question));
  const other = { ...question, ...(await issuedBy(authority)) };
  expect(read(answer, other)).toMatchObject({ end: 'idCardAnswerOfAnother' });
  const stranger = await issuedBy(await makeAuthority(clock.epochMilliseconds()));
  expect(read(answer, { ...question, ...stranger })).toMatchObject({ end: 'idCardAnswerUnsigned' });
});

test('nothing of what is signed may be otherwise, and what is cut off or deep is no answer', async () => {
  const { responder, ask, read } = await scene();
  const question = ask();
  const answer = await responder.answer(questionBytes(question));
  const { response } = AsnConvert.parse(answer, OCSPResponse).responseBytes ?? {};
  const { tbsResponseDataRaw } = AsnConvert.parse(response?.buffer ?? new ArrayBuffer(0), BasicOCSPResponse);
  const signed = Buffer.from(tbsResponseDataRaw ?? new ArrayBuffer(0));
  const from = answer.indexOf(signed);
  for (let at = from; at < from + signed.length; at += 1) {
    const changed = Buffer.from(answer);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect([at, read(changed, question).kind]).toEqual([at, 'refused']);
  }
  expect(signed.length).toBeGreaterThan(100);
  expect(read(answer.subarray(0, -1), question)).toMatchObject({ end: 'idCardAnswerUnreadable' });
  expect(read(Buffer.alloc(0), question)).toMatchObject({ end: 'idCardAnswerUnreadable' });
  expect(read(Buffer.alloc(20_000, 0x30), question)).toMatchObject({ end: 'idCardAnswerUnreadable' });
});

test.each<[string, OddStatus]>([
  ['by a responder that ended', { signer: { days: [-2, -1] } }],
  ['by a responder that is not yet', { signer: { days: [1, 2] } }],
  ['by a card', { signer: { purposes: ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4'] } }],
  ['without any purpose', { signer: { purposes: [] } }],
])('an answer %s is none', async (_, odd) => {
  const { responder, ask, read } = await scene();
  const question = ask();
  responder.odd = odd;
  expect(read(await responder.answer(questionBytes(question)), question)).toMatchObject({
    end: 'idCardAnswerUnsigned',
  });
});

describe('beside another program of OCSP', () => {
  const run = promisify(execFile);

  /** A folder with an authority, and cards of it that are good, revoked, and unknown. */
  async function withFolder(
    work: (folder: string, parts: Awaited<ReturnType<typeof makeFolder>>) => Promise<void>,
  ) {
    const folder = mkdtempSync(join(tmpdir(), 'trenn-ocsp-'));
    try {
      await work(folder, await makeFolder(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async function makeFolder(folder: string) {
    // That program goes by the machine's clock.
    const now = systemClock.epochMilliseconds();
    const authority = await makeAuthority(now);
    const signer = await authority.issueResponder(now);
    const [good, revoked, unknown] = [
      await issuedBy(authority, now),
      await issuedBy(authority, now),
      await issuedBy(authority, now),
    ];
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('authority.pem', authority.certificate.toString());
    write('authority-key.pem', authority.key.export({ format: 'pem', type: 'pkcs8' }).toString());
    write('responder.pem', signer.certificate.toString());
    write('responder-key.pem', signer.key.export({ format: 'pem', type: 'pkcs8' }).toString());
    write('good.pem', good.certificate.toString());
    const line = (state: string, at: string, { serialNumber }: X509Certificate) =>
      `${state}\t400101000000Z\t${at}\t${serialNumber}\tunknown\t/CN=card\n`;
    const ended = '260101000000Z,keyCompromise';
    write('index.txt', line('V', '', good.certificate) + line('R', ended, revoked.certificate));
    return { now, authority, good, revoked, unknown };
  }

  test.each([
    ['responder.pem', 'responder-key.pem', []],
    ['responder.pem', 'responder-key.pem', ['-resp_key_id']],
    ['authority.pem', 'authority-key.pem', []],
  ])('what it answers by %s is understood %s %o', async (signer, key, more) => {
    await withFolder(async (folder, { now, good, revoked, unknown }) => {
      for (const [issued, expected] of [
        [good, { kind: 'good' }],
        [revoked, { end: 'idCardRevoked' }],
        [unknown, { end: 'idCardUnknown' }],
      ] as const) {
        const question = { ...issued, nonce: randomBytes(32) };
        writeFileSync(join(folder, 'question.der'), questionBytes(question));
        await run(
          'openssl',
          [
            ...['ocsp', '-index', 'index.txt', '-CA', 'authority.pem', '-rsigner', signer, '-rkey', key],
            ...['-reqin', 'question.der', '-respout', 'answer.der', '-ndays', '1', ...more],
          ],
          { cwd: folder },
        );
        const answer = readFileSync(join(folder, 'answer.der'));
        expect(readAnswer(answer, question, now + 1000)).toMatchObject(expected);
        expect(readAnswer(answer, { ...question, nonce: randomBytes(32) }, now)).toMatchObject({
          end: 'idCardAnswerReplayed',
        });
      }
    });
  });

  test('it understands what the stand-in answers', async () => {
    await withFolder(async (folder, { authority, good }) => {
      await run(
        'openssl',
        ['ocsp', '-issuer', 'authority.pem', '-cert', 'good.pem', '-reqout', 'question.der'],
        { cwd: folder },
      );
      const responder = new Responder(authority, systemClock);
      const say = async () => {
        const answer = await responder.answer(readFileSync(join(folder, 'question.der')));
        writeFileSync(join(folder, 'answer.der'), answer);
        const { stdout, stderr } = await run(
          'openssl',
          [
            // It would put another nonce into what it reads.
            ...['ocsp', '-reqin', 'question.der', '-no_nonce', '-respin', 'answer.der'],
            ...['-CAfile', 'authority.pem', '-resp_text'],
          ],
          { cwd: folder },
        );
        return `${stdout}${stderr}`;
      };
      expect(await say()).toMatch(/Cert Status: unknown[\s\S]*Response verify OK/);
      responder.know(good.certificate, false);
      expect(await say()).toMatch(/Cert Status: good[\s\S]*Response verify OK/);
      responder.know(good.certificate, true);
      expect(await say()).toMatch(/Cert Status: revoked[\s\S]*Response verify OK/);
    });
  });
});
