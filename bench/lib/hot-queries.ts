import { lockClients } from '#server/clients/data.ts';
import type { Query } from '#server/kernel/db.ts';
import * as registrations from '#server/registrations/data.ts';
import * as waitlists from '#server/registrations/waitlist/data.ts';
import * as schedule from '#server/schedule/data.ts';
import { addDays } from '#shared/kernel/dates.ts';

/** What one call asks about, drawn anew for each. */
export interface Subject {
  readonly tenantId: number;
  readonly today: string;
  readonly now: string;
  readonly trainingId: number;
  readonly clientId: number;
  readonly registrationId: number;
}

const texts = { language: 'en', defaultLanguage: 'et' };

function listPage(now: string) {
  return { now, offset: 0, limit: 20, ...texts };
}

/** The twenty queries that visitors and members cause most: timetable, own bookings, booking, cancelling. */
const lineOf = (trainingId: number) => ({ trainingId, registrationId: null, clientId: null });

export const hotQueries: Readonly<Record<string, (subject: Subject) => Query>> = {
  'public day': ({ today }) => schedule.listTrainings({ from: today, until: today }, texts, null),
  'public week': ({ today }) =>
    schedule.listTrainings({ from: today, until: addDays(today, 6) }, texts, null),
  'training by id': ({ trainingId }) => schedule.findTraining(trainingId, texts, null),
  'clubs of the filter': () => schedule.listClubs(),
  'rooms of the filter': () => schedule.listRooms(),
  'trainers of the filter': () => schedule.listTrainers(),
  'styles of the filter': () => schedule.listStyles(texts),
  'own bookings of a day': ({ clientId, today }) =>
    schedule.listOwnRegistrations(clientId, { from: today, until: today }),
  'own booking of a training': ({ clientId, trainingId, now }) =>
    schedule.findOwnRegistration(clientId, trainingId, now),
  'upcoming bookings': ({ clientId, now }) =>
    registrations.listClientRegistrations(clientId, 'upcoming', listPage(now)),
  'past bookings, first page': ({ clientId, now }) =>
    registrations.listClientRegistrations(clientId, 'past', listPage(now)),
  'count of upcoming': ({ clientId, now }) => registrations.countUpcomingRegistrations(clientId, now),
  'lock a training': ({ trainingId }) => registrations.lockTrainings({ trainingIds: [trainingId] }),
  'lock a client': ({ clientId }) => lockClients({ clientIds: [clientId] }),
  'lock those waiting': ({ trainingId }) => waitlists.lockWaitlistClients(lineOf(trainingId)),
  'held places': ({ trainingId }) => registrations.listHeldPlaces({ trainingIds: [trainingId] }),
  'live bookings of a client': ({ clientId, now }) =>
    registrations.listLiveRegistrations({ clientIds: [clientId], now }),
  'waiting list': ({ trainingId, now }) => waitlists.listWaitlist({ ...lineOf(trainingId), now }),
  'lock the training of a booking': ({ registrationId, clientId }) =>
    waitlists.lockWaitlist({ trainingId: null, registrationId, clientId, now: new Date().toISOString() }),
  'own booking by id': ({ registrationId, clientId }) =>
    waitlists.findRegistration({ registrationId, clientId }),
};
