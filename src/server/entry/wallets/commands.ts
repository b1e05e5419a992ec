import type { Clock } from '#server/kernel/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { applePhones, phoneClient } from '../apple/client.ts';
import { type AppleCardPorts, fileOf, wakePhones } from '../apple/commands.ts';
import { googleClient, googleService } from '../google/client.ts';
import { endCard, offerCard } from '../google/commands.ts';
import type { KeycardRow } from '../keycards/data.ts';
import type { GoogleService, PhoneService, Wallets } from '../keycards/wallets.ts';

/** Services that listen on this machine instead of the real ones. */
interface RunningEmulators {
  readonly phones: PhoneService;
  readonly google: GoogleService;
}

/** Apple's and Google's wallets, or the stand-ins for them. */
export class PhoneWallets implements Wallets {
  /** They listen once the server has started. */
  running: RunningEmulators | undefined;
  private readonly ports: AppleCardPorts;
  private readonly phones;
  private readonly google;

  constructor(ports: AppleCardPorts & { readonly clock: Clock }, hasEmulators: boolean) {
    this.ports = ports;
    this.phones = phoneClient(() => (hasEmulators ? this.running?.phones : applePhones));
    this.google = googleClient(() => (hasEmulators ? this.running?.google : googleService), ports.clock);
  }

  fileOf(ctx: Ctx, card: KeycardRow): Promise<Buffer> {
    return fileOf(ctx, this.ports, card);
  }

  async addressOf(ctx: Ctx, card: KeycardRow): Promise<string | null> {
    return card.provider === 'apple' ? null : offerCard(ctx, { ...this.ports, google: this.google }, card);
  }

  tellEnd(ctx: Ctx, card: KeycardRow): Promise<boolean> {
    const { tokens } = this.ports;
    return card.provider === 'apple'
      ? wakePhones(ctx, tokens, this.phones, card)
      : endCard(ctx, { ...this.ports, google: this.google }, card);
  }
}
