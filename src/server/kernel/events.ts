import type { ErrorCode, ErrorDetails } from '#shared/kernel/errors.ts';
import type { NoticeKind } from '#shared/messages/notices/domain.ts';
import type { Query } from './db.ts';

/** A mail to send: written with its cause, sent by a job; raised again under its `dedupeKey` before that, still one. */
export interface MailEvent {
  readonly topic: 'mail';
  readonly dedupeKey: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The registration it is about, which goes with it as an entry for the reader's calendar. */
  readonly registrationId?: number;
}

/**
 * Something a client is to be told by the channels of their choice: raised in the transaction of its cause, written
 * and sent by jobs, which look then whether it still holds. One `dedupeKey` is told once, however often it is raised.
 */
export interface NoticeEvent {
  readonly topic: 'notice';
  readonly kind: NoticeKind;
  readonly dedupeKey: string;
  readonly clientId: number;
  readonly trainingId: number;
  /** The registration it is about; without one, the client's latest to the training. */
  readonly registrationId?: number | undefined;
  /** Not before this instant. */
  readonly sendAt?: string | undefined;
  /** Until when an offered place is held: with `offered` and `halfOfHold`. */
  readonly holdUntil?: string | undefined;
  /** With `trainingChanged`, when the time is what changed. */
  readonly previousStartsAt?: string | undefined;
  /** With `trainingChanged`, when these changed: who held it, and where it was. */
  readonly previousTrainerId?: number | undefined;
  readonly previousRoomId?: number | undefined;
  /** With `trainingChanged`: their training had been called off, and is held again. */
  readonly isGivenAgain?: boolean | undefined;
  /** One change of the timetable that takes several trainings from the client: they are told of as one. */
  readonly changeId?: number | undefined;
  /** With `passedOver`: why the place could not be given, and the values of that text. */
  readonly reason?: ErrorCode | undefined;
  readonly details?: ErrorDetails | undefined;
}

/** The line of a training must move at an instant, whether anybody presses or not. */
interface WaitlistDueEvent {
  readonly topic: 'lineDue';
  readonly trainingId: number;
  readonly at: string;
  /** Raised by the database itself: a place came free then while somebody waits, and the transaction passed it to nobody. */
  readonly isFree?: true;
}

/** A mail about an invoice is to be written: each kind once for an invoice, by a job that looks whether it still holds. */
export interface InvoiceEvent {
  readonly topic: 'invoice';
  readonly kind: 'issued' | 'paid' | 'due' | 'overdue' | 'credited' | 'overpaid';
  readonly dedupeKey: string;
  readonly invoiceId: number;
}

/**
 * Money came for a sale by another way than a payment in the app, or an invoice was settled so: a job looks whether it
 * is paid now, completes it and hands over what it carries, once.
 */
export interface SaleEvent {
  readonly topic: 'sale';
  readonly dedupeKey: string;
  readonly invoiceId: number;
}

/**
 * What is to be done about a contract besides: its papers are mailed, bookings that hung on it are given back (`release`),
 * those it may not keep in its new status are (`lapsed`), or those after its end are looked after (`outlived`).
 */
export interface ContractEvent {
  readonly topic: 'contract';
  readonly kind: 'activated' | 'release' | 'lapsed' | 'outlived';
  readonly dedupeKey: string;
  readonly contractId: number;
  /** With `lapsed`: when it came to that. */
  readonly lapsedAt?: string;
  /** With `release`: those that are free at any time, and those whose free cancelling was over when their owner chose. */
  readonly registrationIds?: readonly number[];
  readonly lateIds?: readonly number[];
}

/** Copies of a message that staff wrote, or the app to its staff, are to go out: written down with their cause. */
export interface MessageEvent {
  readonly topic: 'message';
  readonly dedupeKey: string;
  readonly messageId: number;
}

/** Somebody joins: who they are is looked up by a job, so that no answer waits for it or can tell. */
export interface JoiningEvent {
  readonly topic: 'joining';
  readonly kind: 'started' | 'joined';
  readonly dedupeKey: string;
  readonly joinId: number;
}

/** Somebody came in by a door: a job notes them as here at their places, so that no door waits for a roll. */
export interface ArrivalEvent {
  readonly topic: 'arrival';
  readonly dedupeKey: string;
  readonly registrationIds: readonly number[];
  /** When they came. */
  readonly at: string;
}

/** A link for a new password was asked for: whether anybody has that address is looked up by a job, which no answer waits for. */
export interface PasswordResetEvent {
  readonly topic: 'passwordReset';
  readonly dedupeKey: string;
  readonly email: string;
}

/** What happened, told to every process after the commit. Never personal data, but in `mail` and `passwordReset`. */
export type DomainEvent =
  | MailEvent
  | NoticeEvent
  | InvoiceEvent
  | SaleEvent
  | ContractEvent
  | JoiningEvent
  | MessageEvent
  | PasswordResetEvent
  | ArrivalEvent
  | WaitlistDueEvent
  | { readonly topic: 'trainingChanged'; readonly trainingId: number; readonly date: string }
  | { readonly topic: 'rollChanged'; readonly trainingId: number }
  /** Trainings or reservations were edited: when, where or what they are, not their numbers alone. */
  | { readonly topic: 'timetableChanged'; readonly trainingIds: readonly number[] }
  | { readonly topic: 'sessionEnded'; readonly sessionId: string }
  | { readonly topic: 'accountChanged'; readonly accountId: number; readonly sessionVersion: number }
  | { readonly topic: 'tenantChanged' };

export type Listener = (tenantId: number, event: DomainEvent) => void;

/** Hears events of this process at once and of the others through the relay. */
export class EventBus {
  private readonly listeners = new Set<Listener>();
  private prepare: (tenantId: number, event: DomainEvent) => Promise<void> | undefined = () => undefined;

  /** What this process must know anew before anybody here is told; never rejects. */
  preparing(prepare: (tenantId: number, event: DomainEvent) => Promise<void> | undefined): void {
    this.prepare = prepare;
  }

  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells everybody at once, or, where something is to be known anew first, before the promise it answers with is kept. */
  emit(tenantId: number, event: DomainEvent): Promise<void> | undefined {
    const tell = () => {
      for (const listener of this.listeners) listener(tenantId, event);
    };
    const prepared = this.prepare(tenantId, event);
    if (prepared) return prepared.then(tell);
    tell();
    return undefined;
  }
}

/** Writes events into the outbox, in their order, by one statement: in the transaction of their cause. */
export function outboxQueries(events: readonly DomainEvent[]): Query[] {
  if (events.length === 0) return [];
  const text = 'insert into outbox (topic, payload) select * from unnest($1::text[], $2::jsonb[])';
  const topics = events.map(({ topic }) => topic);
  return [{ text, values: [topics, events.map((event) => JSON.stringify(event))] }];
}

/** Counts up whenever something public of a tenant changed: the key of every cached answer. */
export class PublicVersions {
  private readonly versions = new Map<number, number>();

  constructor(events: EventBus) {
    events.on((tenantId, event) => {
      if (event.topic === 'trainingChanged' || event.topic === 'tenantChanged') this.raise(tenantId);
    });
  }

  get(tenantId: number): number {
    return this.versions.get(tenantId) ?? 0;
  }

  /** After a lost listening connection nothing is known: everything counts as changed. */
  raiseAll(tenantIds: readonly number[]): void {
    for (const tenantId of tenantIds) this.raise(tenantId);
  }

  private raise(tenantId: number): void {
    this.versions.set(tenantId, this.get(tenantId) + 1);
  }
}
