import type { Clock } from '#server/kernel/clock.ts';
import type { PaymentKeys } from '#server/kernel/env.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { montonioCards, montonioClient } from '../client.ts';
import type { MontonioEmulator } from '../emulator/api.ts';
import { cardScriptPath } from '../emulator/cards.ts';
import type { Shop } from '../emulator/shop.ts';
import type { PaymentProvider } from '../provider.ts';

const emulatorCards = { script: cardScriptPath, environment: 'sandbox' } as const;

export interface ProviderOptions {
  readonly clock: Clock;
  /** The payment service and its keys by host; without it the stand-in. */
  readonly montonio?: { readonly url: string; readonly keys: PaymentKeys } | undefined;
}

/** The payment service with each tenant's own keys, made when it is first needed. */
export class PaymentProviders {
  /** Listens once the server has started. */
  emulator: MontonioEmulator | undefined;
  private readonly made = new Map<number, PaymentProvider>();
  private readonly options: ProviderOptions;
  private readonly shop: Shop;

  constructor(options: ProviderOptions, shop: Shop) {
    this.options = options;
    this.shop = shop;
  }

  of({ id, host }: Tenant): PaymentProvider | undefined {
    const { montonio, clock } = this.options;
    const known = this.made.get(id);
    if (known) return known;
    const own = montonio?.keys[host];
    const keys = montonio
      ? own && { url: montonio.url, cards: montonioCards(montonio.url), ...own }
      : this.emulator && { url: this.emulator.url, cards: emulatorCards, ...this.shop.keysOf(id) };
    if (!keys) return undefined;
    const provider = montonioClient(keys, clock);
    this.made.set(id, provider);
    return provider;
  }
}
