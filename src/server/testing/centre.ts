import { randomUUID } from 'node:crypto';
import { hashPassword, installation } from '#server/account/passwords.ts';
import { type Db, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { NewClaims } from '#server/kernel/tokens.ts';
import { BookingLimits, type BookingLimitsInput } from '#shared/kernel/booking-limits.ts';
import { addMinutes, localDate } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { PageRules, type PageRulesInput } from '#shared/kernel/page-rules.ts';

/** What every test account has as its password. */
export const testPassword = 'Demo1234';

export interface CentreParts {
  readonly country?: 'EE' | 'LV';
  /** The first is the default. */
  readonly languages?: readonly Language[];
  readonly rules?: PageRulesInput;
  readonly limits?: BookingLimitsInput;
}

export interface AccountParts {
  readonly role?: 'client' | 'trainer' | 'admin';
  readonly canSeeRegistrations?: boolean;
  readonly canManageRegistrations?: boolean;
  readonly isBlocked?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly language?: Language;
}

/** A login with its client, and its trainer where it has one. */
export interface TestAccount {
  readonly id: number;
  readonly clientId: number;
  readonly trainerId: number | undefined;
  readonly host: string;
  readonly email: string;
  readonly username: string;
  /** For a token of a session that no row stands for. */
  readonly claims: NewClaims;
}

export interface TrainingParts {
  /** ISO instant. */
  readonly startsAt: string;
  readonly minutes?: number;
  readonly maxPlaces?: number;
  readonly name?: string;
  /** Each training has a club's new room, a new style and a new trainer unless told otherwise. */
  readonly clubId?: number;
  readonly roomId?: number;
  readonly styleId?: number;
  readonly trainerId?: number | null;
  readonly isPublic?: boolean;
  readonly isClosed?: boolean;
  readonly isCancelled?: boolean;
  readonly isWaitingListAllowed?: boolean;
  readonly payment?: 'free' | 'paid';
  readonly priceCents?: number;
}

export interface TestTraining {
  readonly id: number;
  readonly styleId: number;
  readonly clubId: number;
  readonly roomId: number;
  readonly trainerId: number | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly localDate: string;
}

let passwordHash: Promise<string> | undefined;

/** A fresh tenant and the means to fill it, past the product's own rules, as the system role. */
export class Centre {
  readonly id: number;
  readonly host: string;
  readonly timeZone: string;
  /** The club everything is in unless told otherwise. */
  readonly clubId: number;
  private readonly system: Db;
  private count = 0;

  private constructor(system: Db, id: number, host: string, timeZone: string, clubId: number) {
    this.system = system;
    this.id = id;
    this.host = host;
    this.timeZone = timeZone;
    this.clubId = clubId;
  }

  /** Inserts a tenant with one club. The server must read its tenants again afterwards. */
  static async create(system: Db, parts: CentreParts): Promise<Centre> {
    const { country = 'EE', languages = ['et', 'en', 'lv'], rules = {}, limits = {} } = parts;
    const mark = randomUUID().slice(0, 8);
    const host = `centre-${mark}.${country.toLowerCase()}`;
    const timeZone = country === 'EE' ? 'Europe/Tallinn' : 'Europe/Riga';
    const defaultLanguage = languages[0] ?? 'en';
    const pageRules = PageRules.parse({ main: { country2Code: country, defaultLanguage }, ...rules });
    const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const terms = { title: 'Terms', sections: [{ heading: 'Buying', paragraphs: ['Be fair.'] }] };
    const contact = { email: `info@${host}`, phone: '+372 5555 5555', address: 'Pikk 1, Tallinn' };
    const each = <T>(value: T) => Object.fromEntries(languages.map((language) => [language, value]));
    const [tenants] = await system.run(
      sqlBuilder
        .insertInto('tenants')
        .values({
          host,
          name: `Centre ${mark}`,
          kind: 'sportsCentre',
          country,
          time_zone: timeZone,
          default_language: defaultLanguage,
          languages: [...languages],
          slogans: JSON.stringify(each('Come and train')),
          theme: JSON.stringify({ light: '#0B6E4F', dark: '#4FD1A5', defaultColorScheme: 'dark' }),
          page_rules: JSON.stringify(pageRules),
          limits: JSON.stringify(BookingLimits.parse(limits)),
          company: JSON.stringify({
            name: `${mark} OÜ`,
            registryCode: '1',
            vatNumber: 'EE1',
            contact,
          }),
          texts: JSON.stringify({ buyingTerms: each(terms), about: each(terms) }),
          logos: JSON.stringify({ light: logo, dark: logo, favicon: logo, invoice: logo }),
        })
        .returning('tenant_id as id'),
    );
    const { id } = only(tenants);
    return new Centre(system, id, host, timeZone, await insertClub(system, id, 'First club'));
  }

  /** A second club; the first is `clubId`. The server must read its tenants again before it shows. */
  club(name = `Club ${this.next()}`): Promise<number> {
    return insertClub(this.system, this.id, name);
  }

  roomGroup(name = `Rooms ${this.next()}`): Promise<number> {
    return this.insert(
      sqlBuilder.insertInto('room_groups').values({ tenant_id: this.id, name }).returning('id'),
    );
  }

  room(
    parts: { clubId?: number; roomGroupId?: number; name?: string; capacity?: number } = {},
  ): Promise<number> {
    return this.insert(
      sqlBuilder
        .insertInto('rooms')
        .values({
          tenant_id: this.id,
          club_id: parts.clubId ?? this.clubId,
          room_group_id: parts.roomGroupId ?? null,
          name: parts.name ?? `Room ${this.next()}`,
          capacity: parts.capacity ?? 20,
        })
        .returning('id'),
    );
  }

  style(name = `Style ${this.next()}`): Promise<number> {
    const names = JSON.stringify({ et: name, en: name, lv: name });
    return this.insert(
      sqlBuilder
        .insertInto('styles')
        .values({ tenant_id: this.id, names, colour: '#487CDE' })
        .returning('id'),
    );
  }

  trainer(parts: { firstName?: string; lastName?: string; isActive?: boolean } = {}): Promise<number> {
    return this.insert(
      sqlBuilder
        .insertInto('trainers')
        .values({
          tenant_id: this.id,
          first_name: parts.firstName ?? 'Trainer',
          last_name: parts.lastName ?? `Number ${this.next()}`,
          is_active: parts.isActive ?? true,
        })
        .returning('id'),
    );
  }

  /** A person who trains, without a login. */
  client(parts: { firstName?: string; lastName?: string; isBlocked?: boolean } = {}): Promise<number> {
    const number = this.next();
    return this.insert(
      sqlBuilder
        .insertInto('clients')
        .values({
          tenant_id: this.id,
          code: `C${number}`,
          first_name: parts.firstName ?? 'Client',
          last_name: parts.lastName ?? `Number ${number}`,
          email: `client${number}@test.test`,
          phone: '+372 5555 0000',
          is_blocked: parts.isBlocked ?? false,
        })
        .returning('id'),
    );
  }

  /** A login with a client of its own; a trainer's with a trainer too. Its password is `testPassword`. */
  async account(parts: AccountParts = {}): Promise<TestAccount> {
    const { role = 'client', firstName = 'Mari', lastName = 'Mets', isBlocked = false } = parts;
    const number = this.next();
    const email = `member${number}@test.test`;
    const username = `member${number}`;
    const rights = {
      isAdmin: role === 'admin',
      canSeeRegistrations: parts.canSeeRegistrations ?? role !== 'client',
      canManageRegistrations: parts.canManageRegistrations ?? role === 'admin',
    };
    const clientId = await this.client({ firstName, lastName });
    const trainerId = role === 'trainer' ? await this.trainer({ firstName, lastName }) : undefined;
    // A cheap one: tests log in some thousand times.
    passwordHash ??= hashPassword(installation, testPassword, 64);
    const id = await this.insert(
      sqlBuilder
        .insertInto('accounts')
        .values({
          tenant_id: this.id,
          email,
          username,
          password_hash: await passwordHash,
          client_id: clientId,
          trainer_id: trainerId ?? null,
          is_admin: rights.isAdmin,
          can_see_registrations: rights.canSeeRegistrations,
          can_manage_registrations: rights.canManageRegistrations,
          is_blocked: isBlocked,
          language: parts.language ?? 'en',
        })
        .returning('id'),
    );
    const claims: NewClaims = {
      accountId: id,
      sessionId: randomUUID(),
      sessionVersion: 1,
      clientId,
      clientCode: `C${number}`,
      ...(trainerId === undefined ? {} : { trainerId }),
      ...rights,
      needsUpdate: false,
      isFactorMissing: false,
      provedAt: 0,
      host: this.host,
      keep: false,
      email,
      phone: '',
      firstName,
      lastName,
    };
    return { id, clientId, trainerId, host: this.host, email, username, claims };
  }

  async training(parts: TrainingParts): Promise<TestTraining> {
    const { startsAt, minutes = 60, clubId = this.clubId } = parts;
    const place = {
      clubId,
      styleId: parts.styleId ?? (await this.style()),
      roomId: parts.roomId ?? (await this.room({ clubId })),
      trainerId: parts.trainerId === undefined ? await this.trainer() : parts.trainerId,
      startsAt,
      endsAt: addMinutes(startsAt, minutes),
      localDate: localDate(startsAt, this.timeZone),
    };
    const id = await this.insert(
      sqlBuilder
        .insertInto('trainings')
        .values({
          tenant_id: this.id,
          style_id: place.styleId,
          club_id: clubId,
          room_id: place.roomId,
          trainer_id: place.trainerId,
          name: parts.name ?? `Training ${this.next()}`,
          starts_at: startsAt,
          ends_at: place.endsAt,
          local_date: place.localDate,
          max_places: parts.maxPlaces ?? 10,
          is_public: parts.isPublic ?? true,
          is_closed: parts.isClosed ?? false,
          is_cancelled: parts.isCancelled ?? false,
          is_waiting_list_allowed: parts.isWaitingListAllowed ?? true,
          payment: parts.payment ?? 'free',
          price_cents: parts.priceCents ?? null,
        })
        .returning('id'),
    );
    return { id, ...place };
  }

  /** A registration that no rule was asked about; the database's own still hold. */
  registration(
    training: TestTraining,
    clientId: number,
    /** With `heldUntil` the place is offered, not booked. */
    parts: { place?: number; createdAt?: string; freeUntil?: string; heldUntil?: string } = {},
  ): Promise<number> {
    return this.insert(
      sqlBuilder
        .insertInto('registrations')
        .values({
          tenant_id: this.id,
          training_id: training.id,
          client_id: clientId,
          state: parts.place === undefined ? 'waiting' : parts.heldUntil === undefined ? 'booked' : 'offered',
          held_until: parts.heldUntil ?? null,
          place: parts.place ?? null,
          created_at: parts.createdAt ?? addMinutes(training.startsAt, -24 * 60),
          free_until: parts.freeUntil ?? addMinutes(training.startsAt, -180),
          style_id: training.styleId,
          starts_at: training.startsAt,
          ends_at: training.endsAt,
          local_date: training.localDate,
        })
        .returning('id'),
    );
  }

  private async insert(query: Query<{ id: number }>): Promise<number> {
    const [rows] = await this.system.run(query);
    return only(rows).id;
  }

  /** Numbers names, so that no two are alike. */
  private next(): number {
    this.count += 1;
    return this.count;
  }
}

async function insertClub(system: Db, tenantId: number, name: string): Promise<number> {
  const hours = JSON.stringify(Array.from({ length: 7 }, () => ({ opens: '06:00', closes: '22:00' })));
  const [clubs] = await system.run(
    sqlBuilder
      .insertInto('clubs')
      .values({ tenant_id: tenantId, name, address: 'Pikk 1', city: 'Tallinn', opening_hours: hours })
      .returning('id'),
  );
  return only(clubs).id;
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
}
