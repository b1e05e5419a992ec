import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { isLanguage, type Language, languages } from '#shared/kernel/language.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import { type Db, sqlBuilder } from './db.ts';

/** A tenant's id that came out of the registry: only this module makes one. */
type TenantId = number & { readonly __brand: 'TenantId' };

export interface Tenant {
  readonly id: TenantId;
  readonly host: string;
  readonly name: string;
  readonly kind: string;
  readonly country: string;
  readonly timeZone: string;
  readonly defaultLanguage: Language;
  readonly languages: readonly Language[];
  readonly slogans: Readonly<Record<string, string>>;
  readonly theme: unknown;
  readonly pageRules: PageRules;
  readonly limits: BookingLimits;
  readonly company: unknown;
  readonly texts: unknown;
  readonly logos: unknown;
  readonly clubs: readonly Club[];
  /** The number of the key its locks are spoken to with, and since when; null: since the beginning. */
  readonly lockKey: {
    readonly number: number;
    readonly since: string | null;
    readonly beforeSince: string | null;
  };
  /** Its first administrator has not gone the whole way yet. */
  readonly isSettingUp: boolean;
}

interface Club {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly city: string;
}

/** The tenants, kept in memory and read again when one changes. */
export class TenantRegistry {
  private byHost = new Map<string, Tenant>();
  private byId = new Map<number, Tenant>();
  private readonly system: Db;
  private readonly isDevelopment: boolean;
  /** The reading in hand, and the one after it that everybody shares who asks meanwhile. */
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  /** What the next reading reads: everything, or the tenants of these ids. */
  private wanted: ReadonlySet<number> | 'all' = new Set();

  constructor(system: Db, isDevelopment: boolean) {
    this.system = system;
    this.isDevelopment = isDevelopment;
  }

  /**
   * Reads all of them, or one, as they are from now on: one reading at a time, so that an older one never comes after a
   * newer. What could not be read is read with the next.
   */
  load(tenantId?: number): Promise<void> {
    this.want(tenantId === undefined ? 'all' : [tenantId]);
    this.next ??= this.current.catch(() => {}).then(() => this.readWanted());
    this.current = this.next;
    return this.next;
  }

  private want(more: Iterable<number> | 'all'): void {
    this.wanted = more === 'all' || this.wanted === 'all' ? 'all' : new Set([...this.wanted, ...more]);
  }

  private async readWanted(): Promise<void> {
    const { wanted } = this;
    this.next = undefined;
    this.wanted = new Set();
    try {
      const read = await this.read(wanted);
      const kept = wanted === 'all' ? [] : this.all().filter(({ id }) => !wanted.has(id));
      const tenants = [...kept, ...read].toSorted((one, other) => one.id - other.id);
      this.byHost = new Map(tenants.map((tenant) => [tenant.host, tenant]));
      this.byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    } catch (error) {
      this.want(wanted);
      throw error;
    }
  }

  private async read(wanted: ReadonlySet<number> | 'all'): Promise<Tenant[]> {
    const ids = wanted === 'all' ? [] : [...wanted];
    const open = sqlBuilder
      .selectFrom('tenants')
      .where('is_active', '=', true)
      .$if(wanted !== 'all', (query) => query.where('tenant_id', 'in', ids));
    const [rows, clubs] = await this.system.run(
      open.selectAll(),
      sqlBuilder
        .selectFrom('clubs')
        .select(['tenant_id', 'id', 'name', 'address', 'city'])
        .where('tenant_id', 'in', open.select('tenant_id'))
        .orderBy('position')
        .orderBy('id'),
    );
    const clubsByTenant = Map.groupBy(clubs, ({ tenant_id }) => tenant_id);
    return rows.map(
      (row): Tenant => ({
        id: row.tenant_id as TenantId,
        host: row.host,
        name: row.name,
        kind: row.kind,
        country: row.country,
        timeZone: row.time_zone,
        defaultLanguage: isLanguage(row.default_language) ? row.default_language : 'en',
        languages: languages.filter((language) => row.languages.includes(language)),
        slogans: row.slogans as Record<string, string>,
        theme: row.theme,
        pageRules: readPageRules(row.page_rules),
        limits: BookingLimits.parse(row.limits),
        company: row.company,
        texts: row.texts,
        logos: row.logos,
        lockKey: {
          number: row.lock_key,
          since: row.lock_key_since,
          beforeSince: row.lock_key_before_since,
        },
        isSettingUp: row.is_setting_up,
        clubs: (clubsByTenant.get(row.tenant_id) ?? []).map(({ id, name, address, city }) => ({
          id,
          name,
          address,
          city,
        })),
      }),
    );
  }

  /**
   * The tenant of a request's host, or undefined. In development `<host>.localhost` stands for `<host>`.
   */
  find(hostHeader: string | undefined): Tenant | undefined {
    return this.byHost.get(tenantHost(hostHeader ?? '', this.isDevelopment));
  }

  /** One that is open, also when its job comes before the news of it. */
  async findOrLoad(tenantId: number): Promise<Tenant | undefined> {
    if (!this.byId.has(tenantId)) await this.load(tenantId);
    return this.byId.get(tenantId);
  }

  all(): Tenant[] {
    return [...this.byId.values()];
  }
}

/** The host of a tenant behind a Host header: no port, lower case, in development without `.localhost`. */
function tenantHost(hostHeader: string, isDevelopment: boolean): string {
  const host = hostHeader
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  return isDevelopment && host.endsWith('.localhost') ? host.slice(0, -'.localhost'.length) : host;
}

/** Stored rules, or the fallback rules when they cannot be read (specification point 7). */
function readPageRules(stored: unknown): PageRules {
  const parsed = PageRules.safeParse(stored);
  return parsed.success ? parsed.data : PageRules.parse({});
}
