import { z } from 'zod';
import { tenantHeader } from '../emulator.ts';
import { connectionError, SendingError } from '../outcomes.ts';

export interface Sms {
  readonly tenantId: number;
  /** E.164. */
  readonly to: string;
  readonly sender: string;
  readonly text: string;
  /** Minutes after which the operator gives up: news that are old by then are none. */
  readonly validMinutes: number;
  /** Where the provider tells what became of it. */
  readonly reportTo?: string | undefined;
}

/** Where SMS go out. Throws SendingError. */
export interface SmsClient {
  send(sms: Sms): Promise<void>;
}

const Answer = z.object({ omnimessage_id: z.string() });
const Refusal = z.object({ errors: z.array(z.object({ code: z.union([z.string(), z.number()]) })) });
const timeoutMilliseconds = 10_000;

/**
 * Messente's omnichannel API (protocols, "Messente Omnichannel"). `url` is the API's base with user name and password:
 * `https://user:password@api.messente.com/v1`. `sender` replaces every centre's own name where the account has only one.
 */
export function messenteClient(url: string, sender?: string): SmsClient {
  const base = new URL(url);
  const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  base.username = '';
  base.password = '';
  const address = `${base.href.replace(/\/$/, '')}/omnimessage`;
  return {
    send: async (sms) => {
      const response = await post(address, {
        headers: {
          authorization,
          'content-type': 'application/json',
          accept: 'application/json',
          [tenantHeader]: String(sms.tenantId),
        },
        body: JSON.stringify({
          to: sms.to,
          messages: [
            {
              channel: 'sms',
              sender: sender ?? sms.sender,
              text: sms.text,
              validity: sms.validMinutes,
              autoconvert: 'off',
            },
          ],
          ...(sms.reportTo !== undefined && { dlr_url: sms.reportTo }),
          text_store: 'nostore',
        }),
      });
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok && Answer.safeParse(answer).success) return;
      if (response.ok) throw new SendingError('unknown', 'the SMS provider answered without an id');
      const codes =
        Refusal.safeParse(answer)
          .data?.errors.map(({ code }) => code)
          .join(', ') ?? '';
      // The provider's words may repeat the number: only its codes are told.
      throw new SendingError(
        outcomeOfStatus(response.status),
        `the SMS provider answered ${response.status} ${codes}`.trim(),
      );
    },
  };
}

async function post(
  address: string,
  init: { headers: Record<string, string>; body: string },
): Promise<Response> {
  try {
    return await fetch(address, {
      ...init,
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch (error) {
    throw connectionError(error, 'the SMS provider');
  }
}

function outcomeOfStatus(status: number) {
  // Wrong keys or an account without money may be mended; a number that does not exist may not.
  if ([401, 402, 403, 408, 429, 503].includes(status)) return 'notNow';
  return status < 500 ? 'refused' : 'unknown';
}
