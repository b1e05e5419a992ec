import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import { type Random, randomOf } from '../random/domain.ts';
import { mailHosts, nameLists, nameShares } from './built-in.ts';

export interface DemoClient {
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly isBlocked: boolean;
  readonly clubIndex: number;
  /** Books by chance; the three with an account, and some who pay and never come, do not. */
  readonly isRegular: boolean;
  readonly favourites: readonly StyleKey[];
}

export interface DemoTrainer {
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly clubIndex: number;
  readonly styles: readonly StyleKey[];
}

/** Whose accounts stand first among the clients of every centre. */
export const accountHolders = { member: 0, trainer: 1, admin: 2 } as const;

/** 6 to 16, more for more rooms. The last one has left the centre. */
export function seedTrainers(tenant: BuiltInTenant): DemoTrainer[] {
  const random = randomOf(tenant.host, 'trainers');
  const rooms = tenant.clubs.flatMap((club) => club.rooms).length;
  const count = Math.min(16, Math.max(7, Math.round(rooms * 1.4) + 1));
  const names = seedNames(tenant, count, random);
  const { styles } = tenant;
  return names.map(({ firstName, lastName }, index) => {
    const own = [0, 1, 2, Math.floor(styles.length / 2)].map(
      (step) => styles[(index * 2 + step) % styles.length],
    );
    return {
      firstName,
      lastName,
      isActive: index < count - 1,
      clubIndex: index % tenant.clubs.length,
      styles: [...new Set(own.filter((style) => style !== undefined))],
    };
  });
}

/** 120 to 300, more for more rooms; the three account holders first. `trainer` lends the trainer's account its name. */
export function seedClients(
  tenant: BuiltInTenant,
  trainer: Pick<DemoTrainer, 'firstName' | 'lastName'>,
): DemoClient[] {
  const random = randomOf(tenant.host, 'clients');
  const rooms = tenant.clubs.flatMap((club) => club.rooms).length;
  const count = Math.min(300, Math.max(120, rooms * 28));
  const holders = Object.entries(accountHolders);
  const mails = new Set<string>();
  return seedNames(tenant, count, random).map((invented, index) => {
    const name = index === accountHolders.trainer ? trainer : invented;
    const holder = holders.find(([, place]) => place === index)?.[0];
    const email = holder ? `${holder}@demo.test` : mailOf(name, mails, random);
    mails.add(email);
    return {
      code: String(204_100 + index * 3 + random.integer(0, 2)),
      firstName: name.firstName,
      lastName: name.lastName,
      email,
      phone: phoneOf(tenant.country2Code, index),
      isBlocked: holder === undefined && index % 90 === 47,
      clubIndex: holder ? 0 : random.integer(0, tenant.clubs.length - 1),
      isRegular: holder === undefined && !random.isTrue(0.1),
      favourites: random.shuffled(tenant.styles).slice(0, 3),
    };
  });
}

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** Names that differ from each other. */
function seedNames(tenant: BuiltInTenant, count: number, random: Random): Name[] {
  const shares = nameShares[`${tenant.defaultLanguage} ${tenant.country2Code}`];
  const names = new Map<string, Name>();
  while (names.size < count) {
    const { women, men, families } = nameLists[languageOf(shares, random)];
    const isWoman = random.isTrue(0.58);
    const [man = '', woman = man] = random.pick(families).split('/');
    const name = { firstName: random.pick(isWoman ? women : men), lastName: isWoman ? woman : man };
    names.set(`${name.firstName} ${name.lastName}`, name);
  }
  return [...names.values()];
}

function languageOf(shares: Readonly<Record<Language, number>> | undefined, random: Random): Language {
  let left = random.next();
  for (const language of languages) {
    left -= shares?.[language] ?? 0;
    if (left < 0) return language;
  }
  return 'en';
}

function mailOf({ firstName, lastName }: Name, taken: ReadonlySet<string>, random: Random): string {
  const plain = `${firstName}.${lastName}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const host = random.pick(mailHosts);
  const email = `${plain}@${host}`;
  return taken.has(email) ? `${plain}${taken.size}@${host}` : email;
}

/** The same few leading digits as the centres' own invented numbers. */
function phoneOf(country: 'EE' | 'LV', index: number): string {
  const number = String(1200 + index * 7);
  return country === 'EE' ? `+3725550${number}` : `+3712000${number}`;
}
