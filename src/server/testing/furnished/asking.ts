import { endpoints } from '#shared/endpoints.ts';
import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import type { TestAccount } from '../centre.ts';
import { type Furnished, furnished, type Things } from '../furnished.ts';
import { sampleInput } from '../samples.ts';
import type { TestServer } from '../server.ts';
import { type NamedThing, thingsIn } from './nouns.ts';
import { variantOf } from './variants.ts';
import { type WholeAnswer, wholeOf } from './watch.ts';

type Input = EndpointInput<AnyEndpoint>;
type Parts = Record<string, unknown>;

export const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** Whoever of a centre may just call an endpoint. */
export function rightfulActor({ owner, trainer, admin }: Furnished, { role }: AnyEndpoint) {
  return { visitor: undefined, client: owner.account, trainer, admin }[role];
}

/** Each thing an endpoint is given, with a name for a test. */
export function namings(all: readonly AnyEndpoint[]) {
  return all.flatMap((endpoint) =>
    thingsIn(endpoint).map((at) => [`${nameOf(endpoint)} ${at.part} ${at.field}`, endpoint, at] as const),
  );
}

/** An input that names this thing, and otherwise others. */
export function inputNaming(endpoint: AnyEndpoint, at: NamedThing, things: Things, named: Things): Input {
  const input = structuredClone(
    variantOf(endpoint.path, at.field, sampleInput(endpoint, things), things),
  ) as unknown as Parts;
  input[at.part] = put(input[at.part], at.field.split('.'), named[at.noun]);
  return input as unknown as Input;
}

/** A copy of a value in which a field is another; of a list, in the first of it. */
function put(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const name = key.replace('[]', '');
  const parts = { ...(whole as Parts | undefined) };
  const inner = parts[name];
  if (!key.endsWith('[]')) return { ...parts, [name]: put(inner, rest, value) };
  const [first, ...others] = Array.isArray(inner) ? (inner as unknown[]) : [];
  return { ...parts, [name]: [put(first, rest, value), ...others] };
}

/** Who asks about what; the owner and their things, unless told otherwise. */
export interface Asked {
  readonly actorOf?: (place: Furnished, endpoint: AnyEndpoint) => TestAccount | undefined;
  readonly thingsOf?: (place: Furnished) => Things;
  /** Looks at a place just before something is asked there. */
  readonly before?: (place: Furnished) => Promise<void>;
  /** Looks at a place when something has been asked there. */
  readonly after?: (place: Furnished, name: string, answer: WholeAnswer) => Promise<void>;
}

/** Asks what endpoints answer, as callers do who have just read what they change. */
export function asking(running: TestServer) {
  const { call, ask } = running;

  /** The version that is shown of the thing that an input is about. */
  async function versionOf(endpoint: AnyEndpoint, input: Input, actor: TestAccount | undefined) {
    const { params } = input as { params?: { id?: number } };
    const path = endpoint.path.replace(/(back-office\/[^/]+)\/:id$/, '$1');
    const reading = endpoints.find((one) => one.method === 'GET' && one.path === path);
    if (!reading) return undefined;
    const asked = { params, query: { id: params?.id } } as unknown as Input;
    const answer = await call(reading, asked, { actor });
    if (answer.status >= 400) return undefined;
    const body = answer.body as { version?: string; items?: { id: number; version: string }[] };
    return body.version ?? body.items?.find(({ id }) => id === params?.id)?.version;
  }

  /** An input as callers send it who have just read what they change; nobody has tried too often before. */
  async function freshInput(
    endpoint: AnyEndpoint,
    input: Input,
    { actor, host }: { actor: TestAccount | undefined; host: string },
  ): Promise<Input> {
    await ask('delete from attempts where tenant_id = (select tenant_id from tenants where host = $1)', host);
    const whole = input as { body?: { version?: unknown } };
    const isStale = whole.body?.version === 'x';
    const version = isStale ? await versionOf(endpoint, input, actor) : undefined;
    return version === undefined ? input : ({ ...whole, body: { ...whole.body, version } } as Input);
  }

  /** What an endpoint answers. */
  async function answerOf(
    endpoint: AnyEndpoint,
    input: Input,
    asked: { actor: TestAccount | undefined; host: string },
  ) {
    return wholeOf(await call(endpoint, await freshInput(endpoint, input, asked), asked));
  }

  /**
   * What endpoints answer whoever rightly calls them about things of their own, by the names of tests: about each thing they
   * are given, and once where they are given none. What an earlier call did away with is there again for the next.
   */
  async function rightfulAnswers(
    word: string,
    all: readonly AnyEndpoint[],
    { actorOf = rightfulActor, thingsOf = (place) => place.things, before, after }: Asked = {},
  ): Promise<ReadonlyMap<string, WholeAnswer>> {
    const answers = new Map<string, WholeAnswer>();
    let place = await furnished(running, word);
    const about = async (name: string, endpoint: AnyEndpoint, at: NamedThing | undefined) => {
      const things = thingsOf(place);
      const input = at ? inputNaming(endpoint, at, things, things) : sampleInput(endpoint, things);
      const host = place.home.host;
      await before?.(place);
      const answer = await answerOf(endpoint, input, { actor: actorOf(place, endpoint), host });
      await after?.(place, name, answer);
      return answer;
    };
    for (const endpoint of all.toSorted((one, other) => turnOf(one) - turnOf(other))) {
      const given = namings([endpoint]).map(([name, , at]) => ({ name, at }));
      for (const { name, at } of given.length > 0 ? given : [{ name: nameOf(endpoint), at: undefined }]) {
        const answer = await about(name, endpoint, at);
        if (answer.status === 404) place = await furnished(running, word);
        answers.set(name, answer.status === 404 ? await about(name, endpoint, at) : answer);
      }
    }
    return answers;
  }

  return { answerOf, freshInput, rightfulAnswers };
}

/** What takes so much away that it comes after everything else, in this order. */
const endings = ['session', 'close', 'withdrawal', 'reset', 'merge', 'erasure', '/pair', '/pairing'];

const usualTurns = ['GET', 'PUT', 'POST', 'DELETE'];

/** First what only looks, last what takes away. */
export function turnOf({ method, path }: AnyEndpoint, turns: readonly string[] = usualTurns): number {
  const ending = method === 'GET' ? -1 : endings.findLastIndex((part) => path.includes(part));
  return ending < 0 ? turns.indexOf(method) : turns.length + ending;
}
