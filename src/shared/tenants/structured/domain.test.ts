import { expect, test } from 'vitest';
import { centreThing } from './domain.ts';

const centre = { title: 'Põhjala', contact: { email: '', phone: '600 0140', address: '' }, clubs: [] };
const club = {
  ...{ id: 1, name: 'Kesklinn', address: 'Rannakaldu 14', city: 'Tallinn', closedOn: [] },
  hours: [{ opens: '06:30', closes: '24:00' }, null],
};

test('a centre of one club is that place, with the hours of the days on which it is open', () => {
  expect(centreThing('pohjala.ee', centre, [club])).toEqual({
    '@type': 'SportsActivityLocation',
    name: 'Põhjala',
    url: 'https://pohjala.ee',
    telephone: '600 0140',
    image: 'https://pohjala.ee/brand/share.png',
    address: { '@type': 'PostalAddress', streetAddress: 'Rannakaldu 14', addressLocality: 'Tallinn' },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: 'https://schema.org/Monday',
        opens: '06:30',
        closes: '23:59',
      },
    ],
  });
});

test('each of several clubs is a place of its own; what is not known is not there', () => {
  const bare = { ...club, id: 2, name: 'Sadam', address: '', city: '', hours: [] };
  const thing = centreThing('pohjala.ee', centre, [club, bare]);
  expect(thing).toMatchObject({ name: 'Põhjala', department: [{ name: 'Põhjala, Kesklinn' }, {}] });
  expect((thing.department as object[])[1]).toEqual({
    '@type': 'SportsActivityLocation',
    name: 'Põhjala, Sadam',
    openingHoursSpecification: [],
  });
});

test.each([
  ['street', 'Rannakaldu 14', '', { streetAddress: 'Rannakaldu 14' }],
  ['town', '', 'Tallinn', { addressLocality: 'Tallinn' }],
])('of a club whose %s alone is known, that is its address', (_, address, city, known) => {
  const thing = centreThing('pohjala.ee', centre, [{ ...club, address, city }]);
  expect(thing.address).toEqual({ '@type': 'PostalAddress', ...known });
});
