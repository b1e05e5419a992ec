import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import { type Language, languages } from '#shared/kernel/language.ts';
import { portraitFile, portraitsOfEach } from '../portraits/domain.ts';
import { type Random, randomOf } from '../random/domain.ts';
import { roomsOf, teachableStyles } from '../timetable/rooms/domain.ts';
import { mailHosts, nameLists, nameShares, streets } from './built-in.ts';
import { craftsFor } from './crafts/built-in.ts';

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
  readonly isChild: boolean;
  /** Of a child, place in the list. */
  readonly parentIndex: number | null;
  readonly address: string;
  readonly city: string;
}

export interface DemoTrainer {
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly clubIndex: number;
  readonly styles: readonly StyleKey[];
  /** What they say of themselves, by language. */
  readonly words: Readonly<Record<Language, string>>;
  /** Address of their picture. */
  readonly photo: string;
}

/** Whose accounts stand first among the clients of every centre. */
export const accountHolders = { member: 0, trainer: 1, admin: 2 } as const;

/** At most so many styles are taught by one person. */
const stylesMost = 5;

/** 6 to 16, more for more rooms, each with a craft that their club has work for. The last one has left the centre. */
export function seedTrainers(tenant: BuiltInTenant): DemoTrainer[] {
  const random = randomOf(tenant.host, 'trainers');
  const rooms = roomsOf(tenant);
  const count = Math.min(16, Math.max(7, Math.round(rooms.length * 1.4) + 1));
  const names = seedNames(tenant, count, random);
  const stylesByRoom = teachableStyles(tenant, rooms);
  const craftsByClub = tenant.clubs.map((_, clubIndex) => {
    const styles = rooms.flatMap((room, index) =>
      room.clubIndex === clubIndex ? (stylesByRoom.get(index) ?? []) : [],
    );
    return craftsFor(new Set(styles), tenant).map((craft) => ({ craft, people: 0 }));
  });
  const knownByCity = new Map<string, Set<StyleKey>>();
  const knownIn = (city: string) => {
    const known = knownByCity.get(city) ?? new Set();
    knownByCity.set(city, known);
    return known;
  };
  const pictures = { woman: 0, man: 0 };
  const firstPicture = random.integer(0, portraitsOfEach - 1);
  return names.map(({ firstName, lastName }, index) => {
    const clubIndex = index % tenant.clubs.length;
    const crafts = craftsByClub[clubIndex] ?? [];
    // What nobody of the town teaches yet comes first; then whoever teaches more has more colleagues.
    const known = knownIn(tenant.clubs[clubIndex]?.city ?? '');
    const wanted = ({ craft, people }: (typeof crafts)[number]) =>
      100 * craft.styles.filter((style) => !known.has(style)).length + craft.styles.length / (people + 0.5);
    const place = crafts.reduce((one, other) => (wanted(other) > wanted(one) ? other : one));
    const { styles, words } = place.craft;
    const turned = styles.map(
      (_, step) => styles[(place.people * stylesMost + step) % styles.length] ?? 'personal',
    );
    const own = turned
      .toSorted((one, other) => Number(known.has(one)) - Number(known.has(other)))
      .slice(0, stylesMost);
    for (const style of own) known.add(style);
    const said = words[place.people % words.length] ?? words[0];
    place.people += 1;
    const sitter = womensNames.has(firstName) ? 'woman' : 'man';
    const picture = (firstPicture + pictures[sitter]) % portraitsOfEach;
    pictures[sitter] += 1;
    return {
      firstName,
      lastName,
      isActive: index < count - 1,
      clubIndex,
      styles: own,
      words: said ?? { et: '', en: '', lv: '' },
      photo: `/media/trainers/${portraitFile(sitter, picture)}`,
    };
  });
}

/** Families with children who train, and children in each. */
const families = 5;
const childrenOfEach = 2;
/** Parents stand in the list from here on: those before have stories of their own. */
const firstParent = 26;
/** What a child trains in; other trainings have none. */
export const childStyles: readonly StyleKey[] = ['children', 'swimSchool'];

/**
 * 120 to 300, more for more rooms; the three account holders first, children of some of the others last. `trainer` lends the
 * trainer's account its name.
 */
export function seedClients(
  tenant: BuiltInTenant,
  trainer: Pick<DemoTrainer, 'firstName' | 'lastName'>,
): DemoClient[] {
  const random = randomOf(tenant.host, 'clients');
  const rooms = tenant.clubs.flatMap((club) => club.rooms).length;
  const count = Math.min(300, Math.max(120, rooms * 28));
  const holders = Object.entries(accountHolders);
  const mails = new Set<string>();
  const clients = seedNames(tenant, count, random).map((invented, index): DemoClient & { pair: string } => {
    const name = index === accountHolders.trainer ? trainer : invented;
    const holder = holders.find(([, place]) => place === index)?.[0];
    const email = holder ? `${holder}@demo.test` : mailOf(name, mails, random);
    mails.add(email);
    return {
      code: String(204_100 + index * 3 + random.integer(0, 2)),
      firstName: name.firstName,
      lastName: name.lastName,
      pair: invented.pair,
      email,
      phone: phoneOf(tenant.country2Code, index),
      isBlocked: holder === undefined && index % 90 === 47,
      clubIndex: holder ? 0 : random.integer(0, tenant.clubs.length - 1),
      isRegular: holder === undefined && !random.isTrue(0.1),
      favourites: random.shuffled(tenant.styles).slice(0, 3),
      isChild: false,
      parentIndex: null,
      address: '',
      city: '',
    };
  });
  const homes = randomOf(tenant.host, 'families');
  for (let child = 0; child < families * childrenOfEach; child += 1) {
    const parentIndex = firstParent + (child % families);
    const index = count - 1 - child;
    const [parent, own] = [clients[parentIndex], clients[index]];
    if (!parent || !own) continue;
    const home = {
      address: parent.address || `${homes.pick(streets[tenant.country2Code])} ${homes.integer(1, 60)}`,
      city: tenant.clubs[parent.clubIndex]?.city ?? '',
    };
    const styles = childStyles.filter((style) => tenant.styles.includes(style));
    clients[parentIndex] = { ...parent, ...home };
    clients[index] = {
      ...own,
      ...home,
      ...childOf(parent, tenant, homes),
      clubIndex: parent.clubIndex,
      isBlocked: false,
      isRegular: styles.length > 0,
      favourites: styles,
      isChild: true,
      parentIndex,
    };
  }
  return clients.map(({ pair: _, ...client }) => client);
}

/** A first name of their own, the family's name, and an address of their own to be written to. */
function childOf({ pair }: { readonly pair: string }, tenant: BuiltInTenant, random: Random) {
  const { women, men } = nameLists[tenant.country2Code === 'LV' ? 'lv' : 'et'];
  const isWoman = random.isTrue(0.5);
  const [man = '', woman = man] = pair.split('/');
  const name = { firstName: random.pick(isWoman ? women : men), lastName: isWoman ? woman : man };
  return {
    ...name,
    email: mailOf({ ...name, lastName: `${name.lastName}.${random.integer(100, 999)}` }, new Set(), random),
  };
}

/** First names by which somebody is a woman. */
export const womensNames: ReadonlySet<string> = new Set(
  Object.values(nameLists).flatMap(({ women }) => women),
);

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** With both forms of the family's name. */
interface Invented extends Name {
  readonly pair: string;
}

/** Names that differ from each other. */
function seedNames(tenant: BuiltInTenant, count: number, random: Random): Invented[] {
  const shares = nameShares[`${tenant.defaultLanguage} ${tenant.country2Code}`];
  const names = new Map<string, Invented>();
  while (names.size < count) {
    const { women, men, families: pairs } = nameLists[languageOf(shares, random)];
    const isWoman = random.isTrue(0.58);
    const pair = random.pick(pairs);
    const [man = '', woman = man] = pair.split('/');
    const name = { firstName: random.pick(isWoman ? women : men), lastName: isWoman ? woman : man, pair };
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
