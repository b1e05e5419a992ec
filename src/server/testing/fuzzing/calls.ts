import {
  type AnyEndpoint,
  apiVersion,
  clientVersion,
  endpointAddress,
  fileType,
} from '#shared/kernel/endpoint.ts';
import type { RawCall } from '../call.ts';
import type { Random } from './random.ts';
import type { Input } from './spoiling.ts';
import { anything, jsonOf, Literal, oddText } from './values.ts';

/** A call as it is sent, with what of an input cannot be said in an address made a text. */
export function callOf(
  endpoint: AnyEndpoint,
  { params, query, body }: Input,
  { host, token }: { host: string; token: string | undefined },
  random: Random,
): RawCall {
  const path = addressOf(endpoint, params, query, random);
  const headers = {
    accept: 'application/json',
    'accept-language': 'en',
    'x-api-version': apiVersion,
    'x-client-version': clientVersion,
    'x-tenant-host': host,
    ...(endpoint.body ? { 'content-type': endpoint.mostBytes ? fileType : 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(random.happens(0.03) ? oddHeaders(random) : {}),
  };
  const isFile = endpoint.mostBytes !== undefined && typeof body === 'string';
  const sent = isFile ? body : endpoint.body ? jsonOf(body ?? null) : undefined;
  return { method: endpoint.method, path, host, headers, body: sent && bounded(sent, random) };
}

/** Seldom something that is no JSON, or not all of it. */
function bounded(json: string, random: Random): string {
  if (random.happens(0.99)) return json;
  return random.oneOf([
    '',
    json.slice(0, -1),
    `${json}${json}`,
    `\uFEFF${json}`,
    '{"__proto__":{}}',
    'NaN',
    '"',
  ]);
}

const plain = (value: unknown): string => {
  if (value instanceof Literal) return value.text;
  return typeof value === 'object' ? jsonOf(value) : String(value);
};

function addressOf(endpoint: AnyEndpoint, params: unknown, query: unknown, random: Random): string {
  const texts = (part: unknown) =>
    Object.fromEntries(
      Object.entries((typeof part === 'object' && part) || {}).map(([name, value]) => [
        name,
        plain(value).slice(0, 3000).toWellFormed(),
      ]),
    );
  const names = [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name);
  const whole = { ...Object.fromEntries(names.map((name) => [name, '0'])), ...texts(params) };
  const address = endpointAddress(endpoint, { params: whole, query: texts(query) });
  if (random.happens(0.98)) return address;
  const more = random.oneOf([
    'from=1&from=2',
    'id[]=1',
    '%',
    '%ff',
    'x=%00',
    '=',
    '&&&',
    `x=${'a'.repeat(3000)}`,
  ]);
  return `${address}${address.includes('?') ? '&' : '?'}${more}`;
}

function oddHeaders(random: Random): Record<string, string> {
  const value =
    oddText(random)
      .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
      .slice(0, 4000)
      .trim() || 'x';
  const name = random.oneOf([
    ...['accept', 'accept-language', 'accept-encoding', 'authorization', 'content-type', 'cookie', 'origin'],
    ...['idempotency-key', 'if-none-match', 'x-client-version', 'x-tenant-host', 'sec-fetch-site', 'range'],
  ]);
  return {
    [name]: random.happens(0.3)
      ? plain(anything(random))
          .replace(/[^\x20-\x7e]/g, '?')
          .slice(0, 4000)
      : value,
  };
}
