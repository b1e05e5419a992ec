import type { TrainingDetail } from '#shared/schedule/contract.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';
import type { Landing } from '#shared/tenants/landing/contract.ts';
import type { TrainerPage } from '#shared/trainers/pages/contract.ts';

/** Of schema.org: a type and what is known of it; what is not known is not there. */
export type Thing = { readonly '@type': string } & Readonly<Record<string, unknown>>;

/** Addresses of a centre as the world knows them. */
export function addressesOf(host: string) {
  const base = `https://${host}`;
  return { base, whole: (path: string) => `${base}${path}` };
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Fields with something in them. */
function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  );
}

type Centre = Pick<PageConfiguration, 'title' | 'contact' | 'clubs'>;

function placeOf(address: string, city: string): Thing | undefined {
  if (address === '' && city === '') return undefined;
  return { '@type': 'PostalAddress', ...known({ streetAddress: address, addressLocality: city }) };
}

/** A centre with its clubs and their hours. */
export function centreThing(host: string, { title, contact }: Centre, clubs: Landing['clubs']): Thing {
  const { base, whole } = addressesOf(host);
  const places = clubs.map(({ name, address, city, hours }) => ({
    '@type': 'SportsActivityLocation',
    ...known({ name: clubs.length > 1 ? `${title}, ${name}` : title, address: placeOf(address, city) }),
    openingHoursSpecification: hours.flatMap((open, day) =>
      open
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: `https://schema.org/${days[day]}`,
              opens: open.opens,
              closes: open.closes === '24:00' ? '23:59' : open.closes,
            },
          ]
        : [],
    ),
  }));
  const [only] = places;
  const centre = known({
    url: base,
    telephone: contact.phone,
    email: contact.email,
    image: whole('/brand/share.png'),
  });
  if (only && places.length === 1) return { ...only, ...centre };
  return { '@type': 'SportsActivityLocation', name: title, ...centre, department: places };
}

/** A training as something that takes place. */
export function trainingThing(host: string, centre: Centre, training: TrainingDetail): Thing {
  const { whole } = addressesOf(host);
  const club = centre.clubs.find(({ id }) => id === training.clubId);
  const url = whole(`/public/training?id=${training.id}`);
  const price = training.isPaid ? training.price : 0;
  return {
    '@type': 'SportsEvent',
    ...known({
      name: training.name,
      description: training.description,
      startDate: training.startDateTime,
      endDate: training.endDateTime,
      url,
      image: whole('/brand/share.png'),
    }),
    eventStatus: `https://schema.org/${training.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'SportsActivityLocation',
      name: `${centre.title}, ${training.clubName}`,
      ...known({ address: club && placeOf(club.address, club.city) }),
    },
    organizer: { '@type': 'Organization', name: centre.title, url: addressesOf(host).base },
    ...(training.trainerName !== '' && { performer: { '@type': 'Person', name: training.trainerName } }),
    ...(price !== null && {
      offers: {
        '@type': 'Offer',
        price: price.toFixed(2),
        priceCurrency: 'EUR',
        url,
        availability: `https://schema.org/${training.freePlaces > 0 ? 'InStock' : 'SoldOut'}`,
      },
    }),
  };
}

/** A trainer as somebody who works at the centre. */
export function trainerThing(host: string, centre: Centre, trainer: TrainerPage): Thing {
  const { base, whole } = addressesOf(host);
  return {
    '@type': 'Person',
    ...known({
      name: trainer.name,
      description: trainer.words,
      knowsAbout: trainer.strengths,
      image: trainer.photo === '' ? undefined : whole(trainer.photo),
      url: whole(`/public/trainer?id=${trainer.id}`),
    }),
    ...(trainer.languages.length > 0 && { knowsLanguage: trainer.languages }),
    worksFor: { '@type': 'Organization', name: centre.title, url: base },
  };
}
