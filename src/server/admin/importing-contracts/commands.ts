import { contractNumber, contractToken } from '#server/contracts/commands.ts';
import { listPackages, type PackageRow } from '#server/contracts/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import { inTurns, readSlices, type Slices } from '#server/kernel/files/slices.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { comparedName, type LineProblem, type ProblemCode } from '#shared/admin/importing/domain.ts';
import type { ContractLine, readContract } from '#shared/admin/importing-contracts/domain.ts';
import { type Agreement, agree } from '#shared/contracts/domain.ts';
import { owedCents, pastPeriods, periodsUntil, type Running } from '#shared/contracts/periods/domain.ts';
import { presentEnd } from '#shared/contracts/renewals/domain.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import { formatDate, localDate, startOfDay } from '#shared/kernel/dates.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { firstPlace } from '#shared/kernel/spans.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** What the lines of a file come to, and how to write them. */
export interface Sorted {
  /** The numbers of the lines that are new. */
  readonly lines: readonly number[];
  /** What one of these says, by its place among them. */
  describe(index: number): { readonly title: string; readonly text: string };
  readonly known: number;
  readonly problems: readonly LineProblem[];
  /** How the new ones are written. */
  write(load: Load): Promise<readonly Query[]>;
}

/** A contract of somebody, whole. */
interface Found {
  readonly line: number;
  readonly client: data.ContractClient;
  readonly sold: PackageRow;
  readonly agreement: Agreement;
  readonly priceCents: Cents;
  readonly paidUntil: string | null;
  /** Empty: it is given one. */
  readonly number: string;
  /** How many periods are settled with it. */
  readonly periods: number;
}

/** Periods that one file may settle: each is a row, and all are written in one transaction. */
const mostPeriods = 50_000;
/** Lines and periods that are written at once. */
const lot = { lines: 500, periods: 2000 };

/** Contracts by the rows they make: whoever waits for the process waits for one lot. */
function* lotsOf(found: readonly Found[]): Generator<readonly Found[]> {
  let from = 0;
  let periods = 0;
  for (const [index, one] of found.entries()) {
    periods += one.periods;
    if (index + 1 - from < lot.lines && periods < lot.periods) continue;
    yield found.slice(from, index + 1);
    from = index + 1;
    periods = 0;
  }
  if (from < found.length) yield found.slice(from);
}

/** What a file's contracts are: whose, of which package, from when until when, and whether they are there already. */
export async function planContracts(
  ctx: Ctx,
  tokens: Tokens,
  load: Load,
  slices: Slices<ReturnType<typeof readContract>>,
  isLocked: boolean,
): Promise<Sorted> {
  const sound: ContractLine[] = [];
  const problems: LineProblem[] = [];
  await readSlices(slices, ({ contract, problems: own }) => {
    problems.push(...own);
    if (own.length === 0) sound.push(contract);
  });
  const texts = (pick: (line: ContractLine) => string) => [...new Set(sound.map(pick).filter(Boolean))];
  const [clients, packages] = await load(
    data.listContractClients({
      idCodes: texts((line) => line.idCode),
      emails: texts((line) => line.email),
      codes: texts((line) => line.clientCode.toUpperCase()),
      isLocked,
    }),
    listPackages({}),
  );
  const numbers = texts((line) => line.number);
  const [existing] = await load(
    data.listContracts(
      clients.map(({ id }) => id),
      numbers,
    ),
  );
  const finder = new Finder(ctx, clients, packages);
  const fresh: Found[] = [];
  let known = 0;
  let periods = 0;
  const taken = new Taken(existing);
  await inTurns(sound, (line) => {
    const found = finder.find(line);
    const state = 'code' in found ? found : taken.judge(found);
    if (state === 'known') known += 1;
    else if (typeof state === 'object') problems.push(state);
    else if (!('code' in found)) {
      periods += found.periods;
      if (periods <= mostPeriods) fresh.push(found);
      else problems.push(problemOf(line, 'startsOn', 'historyTooLong'));
    }
  });
  const named = (sold: PackageRow) => nameIn(sold.names, ctx.language, ctx.tenant.defaultLanguage);
  return {
    known,
    problems,
    lines: fresh.map(({ line }) => line),
    describe: (index) => {
      const found = fresh[index];
      if (!found) return { title: '', text: '' };
      const { client, sold, agreement } = found;
      const ends = agreement.endsOn === null ? '' : formatDate(agreement.endsOn);
      return {
        title: `${client.firstName} ${client.lastName}`,
        text: `${named(sold)} · ${formatDate(agreement.startsOn)} – ${ends}`,
      };
    },
    write: async (inside) => {
      const [[taking]] = await inside(data.takeContractIds(fresh.length));
      const ids = taking?.ids ?? [];
      let from = 0;
      for (const found of lotsOf(fresh)) {
        const rows = rowsOf(ctx, tokens, found, ids.slice(from, from + found.length));
        await inside(...data.insertContracts(rows));
        from += found.length;
      }
      return [];
    },
  };
}

function problemOf(
  line: ContractLine,
  column: keyof ContractLine | null,
  code: ProblemCode,
  other: string | null = null,
): LineProblem {
  const value = column === null ? '' : String(line[column] ?? '');
  return { line: line.line, column, code, value, other };
}

/** Of several of one name the first is meant; none has an empty one. */
function byName<T>(named: readonly (readonly [names: readonly (string | undefined)[], item: T])[]) {
  const items = new Map<string, T>();
  for (const [names, item] of named) {
    for (const name of names.map((one) => comparedName(one ?? '')))
      if (name !== '' && !items.has(name)) items.set(name, item);
  }
  return items;
}

/** Finds whose a line is and what was agreed. */
class Finder {
  private readonly ctx: Ctx;
  private readonly today: string;
  private readonly byCode: ReadonlyMap<string, readonly data.ContractClient[]>;
  private readonly byEmail: ReadonlyMap<string, readonly data.ContractClient[]>;
  private readonly byNumber: ReadonlyMap<string, readonly data.ContractClient[]>;
  private readonly clubs: ReadonlyMap<string, { readonly id: number }>;
  /** Of each club, by name. */
  private readonly packages: ReadonlyMap<number, ReadonlyMap<string, PackageRow>>;

  constructor(ctx: Ctx, clients: readonly data.ContractClient[], packages: readonly PackageRow[]) {
    this.ctx = ctx;
    this.today = localDate(ctx.now, ctx.tenant.timeZone);
    this.clubs = byName(ctx.tenant.clubs.map((club) => [[club.name], club]));
    const ofClubs = Map.groupBy(packages, ({ clubId }) => clubId);
    this.packages = new Map(
      [...ofClubs].map(([clubId, sold]) => [
        clubId,
        byName(sold.map((one) => [Object.values(one.names), one])),
      ]),
    );
    this.byCode = Map.groupBy(clients, ({ idCode }) => idCode ?? '');
    this.byEmail = Map.groupBy(clients, ({ email }) => email);
    this.byNumber = Map.groupBy(clients, ({ code }) => code.toUpperCase());
  }

  find(line: ContractLine): Found | LineProblem {
    const client = this.clientOf(line);
    if ('column' in client) return client;
    const { clubs } = this.ctx.tenant;
    const club =
      line.club === ''
        ? clubs.length === 1
          ? clubs[0]
          : undefined
        : this.clubs.get(comparedName(line.club));
    if (!club) return problemOf(line, 'club', 'clubUnknown');
    const sold = this.packages.get(club.id)?.get(comparedName(line.package));
    if (!sold) return problemOf(line, 'package', 'packageUnknown');
    const usual = presentTerm(agree(sold, line.startsOn), sold, this.today);
    // Of one that was ended or lengthened elsewhere the file knows the last day.
    const agreement = line.endsOn === null ? usual : { ...usual, endsOn: line.endsOn };
    const priceCents =
      line.priceCents === null ? (sold.priceOnlineCents ?? sold.priceCents) : cents(line.priceCents);
    const { paidUntil, number } = line;
    const periods = pastPeriods(agreement.startsOn, paidUntil ?? this.today, sold.periodMonths);
    return { line: line.line, client, sold, agreement, priceCents, paidUntil, number, periods };
  }

  /** By the surest of what the line says. */
  private clientOf(line: ContractLine): data.ContractClient | LineProblem {
    const [column, found] =
      line.clientCode !== ''
        ? (['clientCode', this.byNumber.get(line.clientCode.toUpperCase())] as const)
        : line.idCode !== ''
          ? (['idCode', this.byCode.get(line.idCode)] as const)
          : (['email', this.byEmail.get(line.email)] as const);
    const [client, second] = found ?? [];
    if (!client) return problemOf(line, column, 'clientUnknown');
    if (second) return problemOf(line, column, 'clientUnsure');
    if (column !== 'idCode') return client;
    // Anybody who joins may have typed a code that is another's: something else has to say the same.
    if (line.email !== '' && client.email === line.email) return client;
    if (line.email !== '' && client.email !== '') return problemOf(line, 'email', 'otherEmail', client.code);
    const isNamed = line.name === comparedName(`${client.firstName} ${client.lastName}`);
    return isNamed ? client : problemOf(line, 'idCode', 'nameUnsure', client.code);
  }
}

/** One that goes on by itself is in its present term: those before it went by elsewhere. */
function presentTerm(first: Agreement, sold: PackageRow, today: string): Agreement {
  const { termMonths, periodMonths, renews } = sold;
  const { endsOn } = first;
  if (!renews || termMonths === null || endsOn === null) return first;
  return { ...first, endsOn: presentEnd({ ...first, endsOn, termMonths, periodMonths }, today) };
}

interface TakenContract extends data.KnownContract {
  /** Of the file; null: it is there already. */
  readonly line: number | null;
}

/** What clients have, with what the lines before have added; one client may have thousands. */
class Taken {
  private readonly numbers = new Set<string>();
  /** By client, package and first day. */
  private readonly twins = new Map<string, TakenContract>();
  /** By client and category, in order of their days: no two of them meet. */
  private readonly running = new Map<string, TakenContract[]>();

  constructor(existing: readonly data.KnownContract[]) {
    for (const contract of existing) this.add({ ...contract, line: null });
  }

  judge(found: Found): 'known' | 'fresh' | LineProblem {
    const { line, client, sold, agreement, number } = found;
    const at = { line, column: null, value: `${client.firstName} ${client.lastName}` };
    const contract = {
      ...{ clientId: client.id, productId: sold.id, category: sold.category, number, state: 'live', line },
      ...{ startsOn: agreement.startsOn, endsOn: agreement.endsOn },
    };
    const twin = this.twins.get(twinKey(contract));
    if (twin?.line === null && (number === '' || twin.number === number)) return 'known';
    if (twin && twin.line !== null) return { ...at, code: 'duplicate', other: String(twin.line) };
    if (number !== '' && this.numbers.has(number)) {
      return { ...at, column: 'number', value: number, code: 'numberTaken', other: null };
    }
    const other = this.metBy(contract);
    if (other) {
      return { ...at, code: 'overlaps', other: other.line === null ? other.number : String(other.line) };
    }
    this.add(contract);
    return 'fresh';
  }

  /** What runs on a day of a contract. */
  private metBy({ clientId, category, startsOn, endsOn }: data.KnownContract): TakenContract | undefined {
    const theirs = this.running.get(`${clientId} ${category}`) ?? [];
    const other = theirs[firstEndingFrom(theirs, startsOn)];
    return other && (endsOn === null || endsOn >= other.startsOn) ? other : undefined;
  }

  private add(contract: TakenContract): void {
    const { clientId, category, state, startsOn, number } = contract;
    if (number !== '') this.numbers.add(number);
    const twin = twinKey(contract);
    if ((state === 'live' || state === 'pending') && !this.twins.has(twin)) this.twins.set(twin, contract);
    if (state !== 'live') return;
    const key = `${clientId} ${category}`;
    const theirs = this.running.get(key) ?? [];
    theirs.splice(firstEndingFrom(theirs, startsOn), 0, contract);
    this.running.set(key, theirs);
  }
}

function twinKey({ clientId, productId, startsOn }: data.KnownContract): string {
  return `${clientId} ${productId} ${startsOn}`;
}

/** The place of the first that ends on a date or later, among contracts in order of their days. */
function firstEndingFrom(contracts: readonly TakenContract[], date: string): number {
  return firstPlace(contracts, ({ endsOn }) => endsOn === null || endsOn >= date);
}

/** Everything of the new contracts. What was paid elsewhere is settled here without an invoice: it is asked for no more. */
function rowsOf(ctx: Ctx, tokens: Tokens, found: readonly Found[], ids: readonly number[]) {
  const { tenant, now } = ctx;
  const today = localDate(now, tenant.timeZone);
  const accountId = ctx.actor.kind === 'member' ? ctx.actor.accountId : null;
  const whole = found.map((one, index) => ({ ...one, id: ids[index] ?? 0 }));
  const created = { created_at: now };
  return {
    contracts: whole.map(({ id, client, sold, agreement, number }) => {
      const salt = tokens.newSalt();
      const begun = startOfDay(agreement.startsOn, tenant.timeZone);
      const [agreedAt = now] = [begun, now].toSorted();
      return {
        ...{ id, client_id: client.id, product_id: sold.id, club_id: sold.clubId, category: sold.category },
        ...{ number: number === '' ? contractNumber(id, today) : number, state: 'live' },
        ...{ names: sold.names, benefits: sold.benefits, payer: payerOf(client) },
        ...{ language: tenant.defaultLanguage, period_months: sold.periodMonths, vat_kind: sold.vatKind },
        ...{ anchor_day: agreement.anchorDay, starts_on: agreement.startsOn, ends_on: agreement.endsOn },
        ...{ term_months: sold.termMonths, renews: sold.renews && agreement.endsOn !== null },
        ...{ binding_until: agreement.bindingUntil, agreed_at: agreedAt, activated_at: agreedAt },
        // Agreed to elsewhere, from that day on: days that were used cannot be had back for nothing.
        starts_early: true,
        ...{ salt: hex(salt), token_hash: hex(hashToken(contractToken(tokens, tenant.id, id, salt))) },
        ...created,
      };
    }),
    prices: whole.map(({ id, agreement, priceCents }) => ({
      ...{ contract_id: id, from_on: agreement.startsOn, price_cents: priceCents, ...created },
    })),
    terms: whole.flatMap(({ id, agreement: { startsOn, endsOn } }) =>
      endsOn === null
        ? []
        : [{ contract_id: id, number: 1, starts_on: startsOn, ends_on: endsOn, ...created }],
    ),
    periods: whole.flatMap(({ id, sold, agreement, priceCents, paidUntil }) => {
      const running: Running = {
        ...{ startsOn: agreement.startsOn, endsOn: agreement.endsOn, anchorDay: agreement.anchorDay },
        ...{ periodMonths: sold.periodMonths, freezes: [] },
        prices: [{ fromOn: agreement.startsOn, priceCents }],
      };
      return periodsUntil(running, paidUntil ?? today).map((period) => {
        const owed = owedCents(running, period);
        return {
          ...{ contract_id: id, from_on: period.fromOn, until_on: period.untilOn, ...created },
          ...{ owed_cents: owed, discount_cents: owed, carried_cents: 0, amount_cents: 0 },
        };
      });
    }),
    changes: whole.map(({ id, line }) => ({
      ...{ contract_id: id, kind: 'agreed', details: { line }, account_id: accountId },
      ...created,
    })),
  };
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
