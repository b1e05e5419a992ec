import type { AnyEndpoint, EndpointInput } from '#shared/kernel/endpoint.ts';
import type { Things } from '../furnished.ts';
import { managed } from './managed.ts';

type Input = EndpointInput<AnyEndpoint>;

/** What an input must be like besides, for a field of it to be looked at. */
interface Variant {
  readonly paths: readonly string[];
  /** The field begins so. */
  readonly field: string;
  readonly body: (things: Things) => object;
  readonly params?: (things: Things) => object;
}

const schedule = ['/admin/schedule', '/admin/schedule/plan'];
const messages = ['/admin/message', '/admin/message/preview'];
const exceptions = ['/trainer/personal-training/exception', '/admin/trainer/:id/personal-training/exception'];
const products = ['/admin/back-office/product', '/admin/back-office/product/:id'];

const creating = ({ style, room, trainer }: Things) => ({
  command: {
    kind: 'create',
    fields: {
      ...{ name: 'Yoga', namePrefix: '', styleId: style, roomIds: [room], trainerId: trainer, maxPlaces: 10 },
      ...{ isPublic: true, isWaitingListAllowed: true, isClosed: false, isCommentingAllowed: true },
      ...{ publicComment: '', privateComment: '', isPaid: false, price: null },
      ...{ clientType: 'groupTraining', setUpMinutes: 0 },
    },
    when: { date: '2026-10-05', time: '18:00', duration: 60 },
    repeat: null,
  },
});

const variants: readonly Variant[] = [
  { paths: schedule, field: 'command.fields', body: creating },
  {
    paths: schedule,
    field: 'choice',
    body: (things) => ({ ...creating(things), choice: { onClash: 'otherRoom' } }),
  },
  {
    paths: schedule,
    field: 'command.changes',
    body: ({ training }) => ({
      command: { kind: 'edit', trainingId: training, scope: 'this', changes: { name: 'Yoga' } },
    }),
  },
  {
    paths: schedule,
    field: 'command.clubId',
    body: ({ club }) => ({
      command: { kind: 'close', clubId: club, from: '2026-12-24', until: '2026-12-25', name: 'Shut' },
    }),
  },
  {
    paths: schedule,
    field: 'command.closureId',
    body: ({ closure }) => ({ command: { kind: 'lift', closureId: closure } }),
  },
  {
    paths: messages,
    field: 'audience.groupId',
    body: ({ trainingGroup }) => ({ audience: { kind: 'group', groupId: trainingGroup } }),
  },
  ...['clubId', 'roomId', 'trainerId', 'styleId'].map((name) => ({
    paths: messages,
    field: `audience.${name}`,
    body: () => ({
      audience: {
        ...{ kind: 'filter', from: '2026-09-14', until: '2026-09-20', whom: 'booked' },
        ...{ clubId: null, roomId: null, trainerId: null, styleId: null },
      },
    }),
  })),
  {
    paths: exceptions,
    field: 'roomId',
    body: () => ({ kind: 'extra', date: '2026-10-08', from: '09:00', until: '10:00' }),
  },
  {
    paths: products,
    field: 'values.terms',
    body: (things) => ({ values: packageValues(things) }),
    params: (things) => ({ id: things.package }),
  },
  {
    paths: ['/admin/contract/price'],
    field: 'productId',
    body: (things) => ({ contractId: undefined, productId: things.package }),
  },
  {
    paths: ['/admin/contract/price'],
    field: 'clubId',
    body: (things) => ({ contractId: undefined, productId: things.package, clubId: things.club }),
  },
  {
    paths: ['/user/registration'],
    field: 'cover',
    body: ({ ticket, paidTraining }) => ({ trainingId: paidTraining, cover: { kind: 'ticket', id: ticket } }),
  },
  {
    paths: ['/user/registration/:id/accept'],
    field: 'cover',
    body: ({ ticket }) => ({ cover: { kind: 'ticket', id: ticket } }),
  },
  {
    paths: ['/user/personal-training'],
    field: 'cover',
    body: ({ personalPackage }) => ({
      startDateTime: '2026-09-21T08:00:00Z',
      cover: { kind: 'ticket', id: personalPackage },
    }),
  },
];

function packageValues(things: Things) {
  const { values } = (managed['POST /admin/back-office/product']?.(things) ?? {}) as { values?: object };
  const terms = {
    ...{ periodMonths: 1, termMonths: null, renews: false, bindingMonths: 0, anchor: 'start' },
    joiningFeeId: things.joiningFee,
    benefits: [
      {
        ...{ clientType: 'groupTraining', visits: null, from: null, until: null, weekdays: [] },
        clubIds: [things.club],
      },
    ],
  };
  return { ...values, kind: 'package', visits: null, terms };
}

/** An input in which a field is looked at that the usual one does without. */
export function variantOf(path: string, field: string, input: Input, things: Things): Input {
  const found = variants.find((one) => one.paths.includes(path) && field.startsWith(one.field));
  if (!found) return input;
  const { body, params, ...rest } = input as { body?: object; params?: object };
  return {
    ...rest,
    ...(params && { params: { ...params, ...found.params?.(things) } }),
    body: { ...body, ...found.body(things) },
  } as unknown as Input;
}
