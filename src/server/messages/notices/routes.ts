import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/messages/notices/contract.ts';
import { readChoices } from '#shared/messages/notices/domain.ts';
import { isPushAddress } from '#shared/messages/push/domain.ts';
import { readReminders } from '#shared/messages/reminders/domain.ts';
import { findMorning } from '../mornings/data.ts';
import * as devices from '../push/data.ts';
import { isPushKeys } from '../push/keys.ts';
import { toSmsNumber } from '../sms/phones.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

export interface NoticeRouteOptions {
  readonly hasSms: boolean;
  readonly pushPublicKey: string;
  /** Origins that carry pushes beside the browser makers'. */
  readonly pushOrigins: readonly string[];
}

export function mountNotices(app: App, options: NoticeRouteOptions): void {
  mount(app, contract.getNoticeSettings, async (ctx) => {
    const { clientId, accountId } = member(ctx);
    const [clients, accounts, choices, subscriptions, [morning]] = await ctx.read(
      data.findClient(clientId),
      data.findAccountOfClient(clientId),
      data.findChoices(clientId),
      devices.listSubscriptions(clientId),
      findMorning(accountId),
    );
    const [client] = clients;
    if (!client) throw new AppError('notLoggedIn');
    return {
      choices: readChoices(choices[0]?.choices),
      reminders: [...readReminders(choices[0]?.reminders)],
      isMorningWanted: morning?.isStaff ? morning.isWanted : null,
      email: accounts[0]?.email ?? client.email,
      phone: toSmsNumber(client.phone, ctx.tenant.country) ?? null,
      isSmsOffered: options.hasSms && !ctx.tenant.pageRules.notification.isSmsHidden,
      devices: subscriptions.map(({ endpoint }) => endpoint),
      pushPublicKey: options.pushPublicKey,
    };
  });

  mount(app, contract.changeNoticeChoices, async (ctx, { body }) => {
    await commands.changeChoices(ctx, body);
    return {};
  });

  mount(app, contract.subscribeDevice, async (ctx, { body }) => {
    if (!isPushAddress(body.endpoint, options.pushOrigins)) throw new AppError('dataValidationFailed');
    if (!isPushKeys(body.keys)) throw new AppError('dataValidationFailed', { field: 'keys' });
    const { clientId, sessionId } = member(ctx);
    const { endpoint, keys } = body;
    return ctx.write((transaction) =>
      transaction.save({}, [
        devices.saveSubscription({ clientId, sessionId, endpoint, keys, now: ctx.now }),
        devices.removeOldSubscriptions(clientId),
      ]),
    );
  });

  mount(app, contract.unsubscribeDevice, async (ctx, { body }) => {
    const { clientId } = member(ctx);
    return ctx.write((transaction) =>
      transaction.save({}, [devices.removeSubscriptionByEndpoint(clientId, body.endpoint)]),
    );
  });
}
