import { X509Certificate } from 'node:crypto';
import type { Clock } from '#server/kernel/clock.ts';
import type { SmartIdSettings } from '#server/kernel/identities/settings.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { IdentityKeys, offeredProviders } from '#shared/account/identity-keys/domain.ts';
import type { SmartIdEmulator } from '../emulator/api.ts';
import type { IdentityProvider } from '../identities/provider.ts';
import { type SmartIdService, smartIdClient } from './client.ts';

/** A stand-in that listens, and who issues the certificates of its people. */
interface RunningEmulator {
  readonly emulator: SmartIdEmulator;
  readonly issuer: X509Certificate;
}

/** Services that tell who somebody is, with each centre's own keys. */
export class IdentityProviders {
  /** Listens once the server has started. */
  running: RunningEmulator | undefined;
  private readonly service: SmartIdService | undefined;
  private readonly clock: Clock;

  /** `smartId`: the service and its issuers; without them the stand-in. */
  constructor(smartId: SmartIdSettings | undefined, clock: Clock) {
    this.clock = clock;
    this.service = smartId && {
      ...{ url: smartId.url, scheme: smartId.scheme },
      trusted: smartId.issuers.map((pem) => new X509Certificate(pem)),
    };
  }

  of({ id, company }: Tenant, name: IdentityProviderName): IdentityProvider | undefined {
    const { identities } = IdentityKeys.parse(company);
    if (!offeredProviders(identities).includes(name)) return undefined;
    const service = this.service ?? this.emulatorOf(id);
    const keys = { uuid: identities.smartIdUuid, name: identities.smartIdName };
    return service && smartIdClient(service, keys, this.clock);
  }

  private emulatorOf(tenantId: number): SmartIdService | undefined {
    if (!this.running) return undefined;
    const { emulator, issuer } = this.running;
    return { url: emulator.urlOf(tenantId), scheme: 'smart-id-demo', trusted: [issuer] };
  }
}
