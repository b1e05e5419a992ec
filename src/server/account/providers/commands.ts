import { X509Certificate } from 'node:crypto';
import type { Clock } from '#server/kernel/clock.ts';
import type { IdentityServices } from '#server/kernel/identities/settings.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import {
  IdentityKeys,
  type IdentitySettings,
  offeredProviders,
} from '#shared/account/identity-keys/domain.ts';
import type { IdentityEmulator } from '../emulator/api.ts';
import { idCardClient } from '../id-card/client.ts';
import type { IdentityProvider } from '../identities/provider.ts';
import { mobileIdClient } from '../mobile-id/client.ts';
import { smartIdClient } from '../smart-id/client.ts';

/** A stand-in that listens, and who issues the certificates of its people. */
interface RunningEmulator {
  readonly emulator: IdentityEmulator;
  readonly issuer: X509Certificate;
}

const respondersOf = ({ responders, answerMilliseconds }: NonNullable<IdentityServices['idCard']>) => ({
  origins: responders,
  answerMilliseconds,
});

const readIssuers = (pems: readonly string[]) => pems.map((pem) => new X509Certificate(pem));

/** Services that tell who somebody is, with each centre's own keys. */
export class IdentityProviders {
  /** Listens once the server has started. */
  running: RunningEmulator | undefined;
  private readonly services: IdentityServices;
  private readonly clock: Clock;
  private readonly originOf: (tenant: Tenant) => string;

  /** `services`: each with its issuers; of those without them the stand-in. */
  constructor(services: IdentityServices, clock: Clock, originOf: (tenant: Tenant) => string) {
    this.services = services;
    this.clock = clock;
    this.originOf = originOf;
  }

  of(tenant: Tenant, name: IdentityProviderName): IdentityProvider | undefined {
    const { identities } = IdentityKeys.parse(tenant.company);
    return offeredProviders(identities).includes(name) ? this.made[name](tenant, identities) : undefined;
  }

  private readonly made: Readonly<
    Record<IdentityProviderName, (tenant: Tenant, keys: IdentitySettings) => IdentityProvider | undefined>
  > = {
    smartId: ({ id: tenantId }, { smartIdUuid: uuid, smartIdName: name }) => {
      const own = this.services.smartId;
      const service = own
        ? { url: own.url, scheme: own.scheme, trusted: readIssuers(own.issuers) }
        : this.emulated((emulator) => ({ url: emulator.smartIdUrl(tenantId), scheme: 'smart-id-demo' }));
      return service && smartIdClient(service, { uuid, name }, this.clock);
    },
    mobileId: ({ id: tenantId }, { mobileIdUuid: uuid, mobileIdName: name }) => {
      const own = this.services.mobileId;
      const service = own
        ? { url: own.url, trusted: readIssuers(own.issuers) }
        : this.emulated((emulator) => ({ url: emulator.mobileIdUrl(tenantId) }));
      return service && mobileIdClient(service, { uuid, name }, this.clock);
    },
    idCard: (tenant) => {
      const own = this.services.idCard;
      const site = { origin: this.originOf(tenant) };
      const service = own
        ? { ...site, trusted: readIssuers(own.issuers), responders: respondersOf(own) }
        : this.emulated(({ origin }) => ({ ...site, responders: { origins: [origin] } }));
      return service && idCardClient(service, this.clock);
    },
  };

  private emulated<const T>(of: (emulator: IdentityEmulator) => T) {
    if (!this.running) return undefined;
    const { emulator, issuer } = this.running;
    return { ...of(emulator), trusted: [issuer] };
  }
}
