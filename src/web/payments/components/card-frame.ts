/** What the provider's script gives: a class that draws fields and pays (protocols section 1.9). */
export interface CardSdk {
  readonly MontonioCheckout: new (options: SdkOptions) => SdkCheckout;
}

interface SdkOptions {
  readonly sessionUuid: string;
  readonly environment: 'sandbox' | 'production';
  readonly locale: string;
  onSuccess(result: { readonly returnUrl: string }): void;
  onError(error: { readonly message?: string; readonly displayedInPaymentComponent?: boolean }): void;
  onActionRequired(payload: { readonly action?: string }): void;
}

interface SdkCheckout {
  initialize(container: HTMLElement): Promise<void>;
  /** Throws when something typed is wrong, which the fields say themselves. */
  validateOrReject(): Promise<void> | void;
  submitPayment(): Promise<void> | void;
  destroy?(): void;
}

declare global {
  interface Window {
    Montonio?: CardSdk;
  }
}

export interface CardSession {
  readonly script: string;
  readonly sessionId: string;
  readonly environment: 'sandbox' | 'production';
}

/** The card was not charged. `isSaid`: the fields say why. */
export class CardRefusal extends Error {
  override name = 'CardRefusal';
  readonly isSaid: boolean;

  constructor(isSaid: boolean) {
    super('the card was not charged');
    this.isSaid = isSaid;
  }
}

/** Fields for a card on our page, with nothing of the provider's own words around them. */
export interface CardFrame {
  readonly sessionId: string;
  /** Whether what was typed may be sent; otherwise the fields say what is wrong. */
  isValid(): Promise<boolean>;
  /** Pays the order that was made with the session; answers where to go then. Throws CardRefusal. */
  pay(): Promise<string>;
  close(): void;
}

const scriptMs = 10_000;

/** Draws the fields. Throws when the provider's script cannot be had. */
export async function openCardFrame(
  container: HTMLElement,
  session: CardSession,
  locale: string,
  load: (address: string) => Promise<CardSdk> = loadSdk,
): Promise<CardFrame> {
  const { MontonioCheckout } = await load(session.script);
  let end: { paid(address: string): void; refused(error: CardRefusal): void } | undefined;
  const checkout = new MontonioCheckout({
    sessionUuid: session.sessionId,
    environment: session.environment,
    locale,
    onSuccess: ({ returnUrl }) => end?.paid(returnUrl),
    onError: ({ displayedInPaymentComponent = false }) =>
      end?.refused(new CardRefusal(displayedInPaymentComponent)),
    onActionRequired: ({ action }) => {
      if (action === 'scrollIntoView') container.scrollIntoView({ block: 'center' });
    },
  });
  await checkout.initialize(container);
  return {
    sessionId: session.sessionId,
    isValid: async () => {
      try {
        await checkout.validateOrReject();
        return true;
      } catch {
        return false;
      }
    },
    pay: () =>
      new Promise((resolve, reject) => {
        end = { paid: resolve, refused: reject };
        Promise.resolve(checkout.submitPayment()).catch(() => reject(new CardRefusal(false)));
      }),
    close: () => checkout.destroy?.(),
  };
}

function loadSdk(address: string): Promise<CardSdk> {
  return new Promise((resolve, reject) => {
    if (window.Montonio) return resolve(window.Montonio);
    const script = document.createElement('script');
    const fail = () => reject(new Error('the script for cards did not come'));
    const timer = setTimeout(fail, scriptMs);
    script.src = address;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      if (window.Montonio) resolve(window.Montonio);
      else fail();
    };
    document.head.append(script);
  });
}
