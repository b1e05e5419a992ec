import { describe, expect, test } from 'vitest';
import { CardRefusal, type CardSdk, openCardFrame } from './card-frame.ts';

type Options = ConstructorParameters<CardSdk['MontonioCheckout']>[0];

/** The provider's script, doing what a test wants. */
function fakeSdk(means: { isValid?: boolean; submit?: (options: Options) => void } = {}) {
  const did: string[] = [];
  let given: Options | undefined;
  class MontonioCheckout {
    constructor(options: Options) {
      given = options;
    }
    async initialize(container: HTMLElement) {
      did.push(`initialize ${container === place}`);
    }
    async validateOrReject() {
      if (means.isValid === false) throw new Error('incomplete');
    }
    async submitPayment() {
      did.push('submit');
      if (given) means.submit?.(given);
    }
    destroy() {
      did.push('destroy');
    }
  }
  return { did, load: async () => ({ MontonioCheckout }), options: () => given };
}

let scrolled = 0;
const place = { scrollIntoView: () => (scrolled += 1) } as unknown as HTMLElement;
const session = {
  script: 'https://js.example/sdk.js',
  sessionId: 'session-1',
  environment: 'sandbox',
} as const;

describe('fields for a card', () => {
  test('are drawn for their session, paid, and lead on', async () => {
    const sdk = fakeSdk({ submit: ({ onSuccess }) => onSuccess({ returnUrl: 'https://centre.ee/back' }) });
    const frame = await openCardFrame(place, session, 'et', sdk.load);
    expect(sdk.options()).toMatchObject({ sessionUuid: 'session-1', environment: 'sandbox', locale: 'et' });
    expect(await frame.isValid()).toBe(true);
    expect(await frame.pay()).toBe('https://centre.ee/back');
    frame.close();
    expect(sdk.did).toEqual(['initialize true', 'submit', 'destroy']);
  });

  test('say themselves what was typed wrong', async () => {
    const frame = await openCardFrame(place, session, 'et', fakeSdk({ isValid: false }).load);
    expect(await frame.isValid()).toBe(false);
  });

  test.each([true, false])('a declined card is told once: shown in the fields %s', async (isShown) => {
    const sdk = fakeSdk({
      submit: ({ onError }) => onError({ message: 'x', displayedInPaymentComponent: isShown }),
    });
    const frame = await openCardFrame(place, session, 'et', sdk.load);
    const refused = await frame.pay().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CardRefusal);
    expect((refused as CardRefusal).isSaid).toBe(isShown);
  });

  test('that break while paying count as a card that was not charged', async () => {
    const sdk = fakeSdk({
      submit: () => {
        throw new Error('lost');
      },
    });
    const frame = await openCardFrame(place, session, 'et', sdk.load);
    await expect(frame.pay()).rejects.toBeInstanceOf(CardRefusal);
  });

  test('come into sight when the bank asks for more', async () => {
    const sdk = fakeSdk();
    await openCardFrame(place, session, 'et', sdk.load);
    sdk.options()?.onActionRequired({ action: 'scrollIntoView' });
    sdk.options()?.onActionRequired({ action: 'somethingNew' });
    expect(scrolled).toBe(1);
  });

  test('whose script does not come are not there', async () => {
    const lost = async () => {
      throw new Error('blocked');
    };
    await expect(openCardFrame(place, session, 'et', lost)).rejects.toThrow('blocked');
  });
});
