import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { thingsIn } from '../furnished/nouns.ts';
import { variantOf } from '../furnished/variants.ts';
import type { Things } from '../furnished.ts';
import { sampleInput } from '../samples.ts';
import type { Random } from './random.ts';
import { type NamesAt, type PathStep, schemaOf, schemasAt, withinSchema } from './schemas.ts';
import { anything, nearText, oddNumber, oddText, oddTime } from './values.ts';

export type Input = Record<string, unknown>;
const parts = ['params', 'query', 'body'] as const;

/** An input that an endpoint may well take: its sample, a variant of that, or what its schema describes. */
export function goodInput(endpoint: AnyEndpoint, things: Things, random: Random): Input {
  const sample = structuredClone(sampleInput(endpoint, things)) as unknown as Input;
  const named = thingsIn(endpoint);
  const way = random.fraction();
  if (way < 0.5) return sample;
  if (way < 0.7 && named.length > 0) {
    const { field } = random.oneOf(named);
    return structuredClone(variantOf(endpoint.path, field, sample as never, things)) as unknown as Input;
  }
  const described = parts.flatMap((part) => {
    const schema = endpoint[part];
    if (!schema || part === 'params') return [];
    const names: NamesAt = (at) => {
      const noun = named.find((one) => one.part === part && one.field === at)?.noun;
      return noun && things[noun];
    };
    return [[part, withinSchema(schemaOf(schema), random, names)] as const];
  });
  return { ...sample, ...Object.fromEntries(described) };
}

/** The same input with something in it spoilt; mostly one thing, so that the rest is looked at. */
export function spoilt(endpoint: AnyEndpoint, input: Input, things: Things, random: Random): Input {
  const count = random.oneOf([0, 1, 1, 1, 1, 1, 1, 2, 3]);
  let made = input;
  for (let done = 0; done < count; done++) made = spoiltOnce(endpoint, made, things, random);
  return made;
}

function spoiltOnce(endpoint: AnyEndpoint, input: Input, things: Things, random: Random): Input {
  const places = parts.flatMap((part) => (endpoint[part] ? placesIn(input[part], [part]) : []));
  const asked = queryNames(endpoint).map((name): PathStep[] => ['query', name]);
  const all = [...places, ...asked];
  if (all.length === 0) return input;
  const path = random.oneOf(all);
  return changed(input, path, (value) => worse(endpoint, path, value, things, random)) as Input;
}

function queryNames({ query }: AnyEndpoint): string[] {
  return query ? Object.keys(schemaOf(query).properties ?? {}) : [];
}

/** Every place in a value, itself included. */
function placesIn(value: unknown, path: readonly PathStep[]): PathStep[][] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) =>
          placesIn(one, [...path, Array.isArray(value) ? Number(name) : name]),
        )
      : [];
  return [[...path], ...inner];
}

const absent = Symbol('absent');

function changed(
  whole: unknown,
  [step, ...rest]: readonly PathStep[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(whole);
  if (Array.isArray(whole)) {
    return whole.flatMap((one, index) => {
      const made = index === step ? changed(one, rest, change) : one;
      return made === absent ? [] : [made];
    });
  }
  const { [String(step)]: present, ...others } = (whole ?? {}) as Input;
  const made = changed(present, rest, change);
  return made === absent ? others : { ...others, [String(step)]: made };
}

/** What stands at a place instead. */
function worse(
  endpoint: AnyEndpoint,
  [part, ...path]: readonly PathStep[],
  value: unknown,
  things: Things,
  random: Random,
): unknown {
  const schema = endpoint[part as 'body'];
  const within = schema ? schemasAt(schemaOf(schema), path) : [];
  const ways = [
    () => anything(random),
    () => (path.length === 0 ? {} : absent),
    ...(within.length > 0
      ? Array(4).fill(() => withinSchema(random.oneOf(within), random, () => undefined))
      : []),
  ];
  const field = String(path.at(-1) ?? '');
  if (typeof value === 'string')
    ways.push(...Array(4).fill(() => nearText(value, random)), () => oddText(random));
  if (typeof value === 'number') ways.push(...Array(4).fill(() => oddNumber(random)));
  const isTime = typeof value === 'string' && /^\d{4}-|^\d\d:\d\d/.test(value);
  if (isTime || /date|from|until|start|day|At$/i.test(field))
    ways.push(...Array(3).fill(() => oddTime(random)));
  if (typeof value === 'number' && value > 5) ways.push(() => random.oneOf(Object.values(things)));
  if (Array.isArray(value)) {
    ways.push(
      () => [],
      () => [...value, ...value],
      () => Array.from({ length: 1 + random.below(300) }, () => value[0] as unknown),
    );
  } else if (typeof value === 'object' && value !== null) {
    ways.push(() => ({ ...value, nonsense: anything(random) }));
  }
  return random.oneOf(ways)();
}
