import { countSms } from './account/commands.ts';
import { passwordResetTask } from './account/jobs.ts';
import { codeHoldsSchedule, codeHoldsTask } from './campaigns/jobs.ts';
import { billingRunsSchedule, billingRunsTask } from './contracts/billing-runs/jobs.ts';
import type { GiveBack } from './contracts/bookings/commands.ts';
import { contractTask } from './contracts/jobs.ts';
import { forgetEndedKeycards } from './entry/keycards/commands.ts';
import { keycardsSchedule, keycardsTask } from './entry/keycards/jobs.ts';
import type { Wallets } from './entry/keycards/wallets.ts';
import { invitationOf } from './feeds/commands.ts';
import { invoiceTasks, remindersSchedule } from './invoices/jobs.ts';
import { joiningTasks, joinsSchedule } from './joining/jobs.ts';
import { cleanupSchedule, cleanupTask } from './kernel/cleanup.ts';
import type { Clock } from './kernel/clock.ts';
import type { Db } from './kernel/db.ts';
import type { Decoders } from './kernel/decoding/decoders.ts';
import type { JobCentres } from './kernel/queue/centres.ts';
import type { Tenant } from './kernel/tenant.ts';
import type { Tokens } from './kernel/tokens.ts';
import { messageTask } from './messages/broadcasts/jobs.ts';
import type { MailClient } from './messages/client.ts';
import { mailTask } from './messages/jobs.ts';
import { contactOf } from './messages/mails.ts';
import { noticeTasks } from './messages/notices/jobs.ts';
import { trainingRemindersSchedule, trainingRemindersTask } from './messages/reminders/jobs.ts';
import type { Sender } from './messages/sending/commands.ts';
import { paymentsSchedule, paymentsTask, saleTask } from './payments/jobs.ts';
import type { PaymentPorts } from './payments/ports.ts';
import { erasuresSchedule, erasuresTask } from './privacy/erasure/jobs.ts';
import { listOfTrainings } from './registrations/choosing/data.ts';
import { entitleAnew } from './registrations/entitling/commands.ts';
import {
  arrivalTask,
  bansSchedule,
  bansTask,
  sweepSchedule,
  sweepTask,
  waitlistTask,
} from './registrations/jobs.ts';
import { cancelRegistration } from './registrations/waitlist/commands.ts';
import { replacementsSchedule, replacementsTask } from './replacements/jobs.ts';
import { ticketsSchedule, ticketsTask } from './tickets/jobs.ts';
import { forgetRefused } from './visitors/commands.ts';
import { voucherHoldsSchedule, voucherHoldsTask } from './vouchers/jobs.ts';

export interface BackgroundPorts {
  readonly jobPorts: JobCentres;
  readonly paymentPorts: PaymentPorts;
  readonly db: Db;
  readonly system: Db;
  readonly clock: Clock;
  readonly mails: MailClient;
  readonly sender: Sender;
  readonly tokens: Tokens;
  readonly decoders: Decoders;
  readonly wallets: Wallets;
  originOf(tenant: Tenant): string;
}

/**
 * What the server does besides answering: its tasks by name, in lanes that do not wait for each other, and when some
 * begin by themselves.
 */
export function backgroundWork(ports: BackgroundPorts) {
  const { jobPorts, paymentPorts, db, system, clock, mails, sender, tokens, decoders, originOf } = ports;
  const joining = joiningTasks({ ...jobPorts, tokens, originOf });
  const carrying = { db, system, clock, sender, originOf, registrationsOf: listOfTrainings };
  const { notice, noticeSend, noticeSms, noticePush } = noticeTasks(jobPorts, {
    ...carrying,
    countSms: (tenant, kind, subject) => countSms(jobPorts.ctxOf(tenant), tokens, kind, subject),
  });
  const giveBack: GiveBack = (ctx, clientId, registrationId) =>
    cancelRegistration(ctx, clientId, registrationId, { givenFor: null });
  const giveBackLate: GiveBack = (ctx, clientId, registrationId) =>
    cancelRegistration(ctx, clientId, registrationId, { givenFor: null, isOwed: true });
  const takeOut: GiveBack = (ctx, clientId, registrationId) =>
    cancelRegistration(ctx, clientId, registrationId, { givenFor: null, isByCentre: true });
  const lanes = [
    // What somebody waits for, and what needs nobody else: a place that came free, a link for a password.
    {
      slots: 3,
      // So late at most a hold that ended is seen.
      poll: 500,
      tasks: {
        line: waitlistTask(jobPorts),
        contract: contractTask({
          ...jobPorts,
          tokens,
          originOf,
          giveBack,
          giveBackLate,
          takeOut,
          entitleAnew,
        }),
        sale: saleTask(jobPorts, paymentPorts),
        arrival: arrivalTask(jobPorts),
        joining: joining.joining,
        passwordReset: passwordResetTask({ ...jobPorts, originOf }),
      },
    },
    // What goes over all centres by the clock, and may take its time.
    {
      slots: 2,
      poll: 5000,
      tasks: {
        lines: sweepTask({ ...jobPorts, tokens }),
        bans: bansTask(jobPorts),
        replacements: replacementsTask({ ...jobPorts, originOf }),
        voucherHolds: voucherHoldsTask(jobPorts),
        codeHolds: codeHoldsTask(jobPorts),
        joins: joining.joins,
        trainingReminders: trainingRemindersTask({ ...jobPorts, originOf }),
        cleanup: cleanupTask(system, clock, [forgetRefused, forgetEndedKeycards]),
        erasures: erasuresTask({ ...jobPorts, system, originOf }),
        tickets: ticketsTask(jobPorts),
        nights: billingRunsTask({ ...jobPorts, tokens, originOf }),
      },
    },
    // What the mail server takes its time for.
    {
      slots: 3,
      poll: 5000,
      tasks: {
        mail: mailTask(jobPorts, mails, {
          invitationOf: (tenant, id, attendee) =>
            invitationOf(jobPorts.ctxOf(tenant), originOf(tenant), id, {
              organizer: contactOf(tenant),
              attendee,
            }),
        }),
        notice,
        noticeSend,
        ...invoiceTasks({ ...jobPorts, mails, tokens, decoders, originOf }),
      },
    },
    // What the carriers of SMS and of pushes do, and what is written to many: each waited for by itself.
    { slots: 1, poll: 5000, tasks: { noticeSms } },
    { slots: 1, poll: 5000, tasks: { noticePush } },
    { slots: 1, poll: 5000, tasks: { message: messageTask(jobPorts, { ...carrying, tokens }) } },
    // Whoever wakes phones.
    { slots: 1, poll: 10_000, tasks: { keycards: keycardsTask({ ...jobPorts, wallets: ports.wallets }) } },
    // What the payment service is asked.
    { slots: 1, poll: 10_000, tasks: { payments: paymentsTask(jobPorts, paymentPorts) } },
  ];
  return {
    lanes,
    schedule: [
      cleanupSchedule,
      sweepSchedule,
      trainingRemindersSchedule,
      replacementsSchedule,
      bansSchedule,
      ticketsSchedule,
      voucherHoldsSchedule,
      paymentsSchedule,
      remindersSchedule,
      codeHoldsSchedule,
      billingRunsSchedule,
      joinsSchedule,
      erasuresSchedule,
      keycardsSchedule,
    ],
  };
}
