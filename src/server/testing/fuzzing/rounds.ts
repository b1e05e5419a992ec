import { availableParallelism, loadavg } from 'node:os';
import { endpoints } from '#shared/endpoints.ts';
import { type Role, roles } from '#shared/kernel/actor.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { type RawAnswer, type RawCall, send } from '../call.ts';
import type { TestAccount } from '../centre.ts';
import { asking, nameOf } from '../furnished/asking.ts';
import { type Furnished, furnished } from '../furnished.ts';
import { sampleInput } from '../samples.ts';
import type { TestServer } from '../server.ts';
import { callOf } from './calls.ts';
import { Random } from './random.ts';
import { goodInput, type Input, spoilt } from './spoiling.ts';

/** Calls of a round: so many are asked of one centre, which is then looked at whole and left. */
const callsOfRound = 600;
const slowest = 3000;

/** Something that must not be. */
export interface Finding {
  /** `seed.round.call`: what `npm run fuzz -- --again` takes. */
  readonly at: string;
  readonly what: string;
  /** What the server said of it in its log. */
  readonly cause: string;
  readonly call: RawCall | undefined;
}

export interface FuzzOptions {
  readonly seed: number;
  /** Only calls of these roles. */
  readonly roles?: readonly Role[] | undefined;
  /** Only endpoints whose method and path contain it. */
  readonly path?: string | undefined;
  /** Lines of the server's log that tell of faults, since it was asked before. */
  takeFaults(): readonly string[];
  /** Takes every call, for whoever looks at one. */
  readonly told?: (at: string, call: RawCall, answer: RawAnswer) => void;
}

/** What the calls of a round came to. */
export interface RoundSum {
  readonly calls: number;
  /** Taken in. */
  readonly writes: number;
  /** Names of the endpoints that took something in. */
  readonly reached: ReadonlySet<string>;
  /** In milliseconds. */
  readonly slowest: number;
  readonly findings: readonly Finding[];
}

const jobs = [
  ...['cleanup', 'lines', 'bans', 'tickets', 'voucherHolds', 'codeHolds', 'payments', 'nights', 'joins'],
  ...['reminders', 'erasures', 'replacements'],
];

/** One round: its calls follow from seed and number alone, and from what those before it have left. */
export class Round {
  private readonly running: TestServer;
  private readonly options: FuzzOptions;
  private readonly number: number;
  private readonly findings: Finding[] = [];
  private readonly reached = new Set<string>();
  private writes = 0;
  private slowest = 0;
  private place: Furnished | undefined;

  constructor(running: TestServer, options: FuzzOptions, number: number) {
    this.running = running;
    this.options = options;
    this.number = number;
  }

  /** @param count of calls; the round is looked at whole where all of them were asked */
  async run(count = callsOfRound): Promise<RoundSum> {
    this.place = await furnished(this.running, 'Kodu');
    const { seed, path = '', roles: chosen = roles } = this.options;
    const all = endpoints.filter((endpoint) => nameOf(endpoint).includes(path));
    const turns = Math.ceil(((this.number + 1) * callsOfRound) / all.length);
    // Each endpoint is called as often as every other, whichever round it is.
    const order = Array.from({ length: turns }, (_, turn) => new Random(seed, turn).shuffled(all)).flat();
    for (let index = 0; index < count; index++) {
      const endpoint = order[this.number * callsOfRound + index] as AnyEndpoint;
      const random = new Random(seed, this.number, index);
      await this.ask(endpoint, roleFor(endpoint, chosen, random), random, `${seed}.${this.number}.${index}`);
    }
    if (count === callsOfRound) await this.lookAtAll(`${seed}.${this.number}.${count - 1}`);
    await this.leave();
    const { findings, writes, reached } = this;
    return { calls: count, writes, reached, slowest: this.slowest, findings };
  }

  private async ask(endpoint: AnyEndpoint, role: Role, random: Random, at: string): Promise<void> {
    const { place } = this;
    if (!place) throw new Error('a round begins with its centre');
    const actor = actorOf(place, role);
    const asked = { actor, host: place.home.host };
    const good = goodInput(endpoint, place.things, random);
    const fresh = await asking(this.running).freshInput(endpoint, good as never, asked);
    const input = spoilt(endpoint, fresh as unknown as Input, place.things, random);
    const answer = await this.send(endpoint, input, actor, random, at);
    const mayAsk = roles.indexOf(role) >= roles.indexOf(endpoint.role);
    if (answer.status === 401 && mayAsk && role !== 'visitor')
      this.place = await furnished(this.running, 'Kodu');
    if (endpoint.method === 'GET' || answer.status >= 300) return;
    this.writes += 1;
    this.reached.add(nameOf(endpoint));
    const reads = endpoints.filter(({ method, noun }) => method === 'GET' && noun === endpoint.noun);
    for (const read of random.shuffled(reads).slice(0, 2)) await this.look(read, at);
  }

  /** Asks as who rightly may, of what the centre has. */
  private async look(read: AnyEndpoint, at: string): Promise<void> {
    const { place } = this;
    if (!place) return;
    const actor = actorOf(place, read.role);
    const input = sampleInput(read, place.things) as unknown as Input;
    const answer = await this.send(read, input, actor, new Calm(), at);
    if (answer.status !== 200 || !answer.headers['content-type']?.includes('json')) return;
    const read_ = read.response.safeParse(JSON.parse(answer.text));
    if (!read_.success)
      this.found(at, `${nameOf(read)} answers what it does not promise`, read_.error.message);
  }

  /** What was taken in must break neither screens nor what is done by the clock. */
  private async lookAtAll(at: string): Promise<void> {
    for (const read of endpoints.filter(({ method }) => method === 'GET')) await this.look(read, at);
    for (const job of jobs) {
      await this.running
        .runJob(job)
        .catch((error: unknown) => this.found(at, `job ${job} fails`, String((error as Error).stack)));
    }
    for (const cause of this.options.takeFaults()) this.found(at, 'something behind the calls fails', cause);
  }

  /** What goes over every centre does not go over this one in the next rounds. */
  private async leave(): Promise<void> {
    await this.running.ask('update tenants set is_active = false');
    await this.running.server.tenants.load();
  }

  private async send(
    endpoint: AnyEndpoint,
    input: Input,
    actor: TestAccount | undefined,
    random: Random,
    at: string,
  ): Promise<RawAnswer> {
    const host = this.place?.home.host ?? '';
    const token = actor && (await this.running.logIn(actor));
    const call = callOf(endpoint, input, { host, token }, random);
    const begun = performance.now();
    const answer = await send(this.running.port, call);
    const spent = performance.now() - begun;
    this.slowest = Math.max(this.slowest, spent);
    this.options.told?.(at, call, answer);
    if (answer.status >= 500)
      this.found(
        at,
        `${nameOf(endpoint)} answers ${answer.status}`,
        this.options.takeFaults().join('\n'),
        call,
      );
    else if (spent > slowest * crowd())
      this.found(at, `${nameOf(endpoint)} takes ${Math.round(spent)} ms`, '', call);
    return answer;
  }

  private found(at: string, what: string, cause: string, call?: RawCall): void {
    this.findings.push({ at, what, cause, call });
  }
}

/** Chance that never does anything seldom. */
class Calm extends Random {
  override happens(): boolean {
    return false;
  }

  override fraction(): number {
    return 0.999;
  }
}

function actorOf({ owner, trainer, admin }: Furnished, role: Role): TestAccount | undefined {
  return { visitor: undefined, client: owner.account, trainer, admin }[role];
}

/** How many share each processor, where there are more than it can serve: what is slow is then theirs as well. */
function crowd(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

/** Mostly one that may call it. */
function roleFor(endpoint: AnyEndpoint, chosen: readonly Role[], random: Random): Role {
  const rightful = chosen.filter((role) => roles.indexOf(role) >= roles.indexOf(endpoint.role));
  return random.oneOf(rightful.length > 0 && random.happens(0.93) ? rightful : chosen);
}
