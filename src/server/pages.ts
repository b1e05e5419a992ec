import type { Language } from '#shared/kernel/language.ts';
import type { InProcessCall } from '#shared/start-context.ts';
import type { App } from './kernel/app.ts';
import type { Clock } from './kernel/clock.ts';
import { serveInProcess } from './kernel/mount.ts';
import { registerWeb } from './kernel/web/web.ts';
import { montonioSources } from './payments/client.ts';
import { configurationOf } from './tenants/routes.ts';

const payPath = '/public/invoices';

export interface PagesOptions {
  readonly isDevelopment: boolean;
  readonly hasVite: boolean;
  readonly clock: Clock;
  /** Where the payment service is; undefined with the stand-in, which is on our own host. */
  readonly montonioUrl?: string | undefined;
}

/** Serves the pages beside the API: each is drawn for the tenant the kernel has found, with a visitor's rights. */
export async function mountPages(app: App, options: PagesOptions): Promise<void> {
  const { isDevelopment, hasVite, clock, montonioUrl } = options;
  await registerWeb(app, {
    isDevelopment,
    hasVite,
    now: () => clock.now(),
    findPage: ({ tenant }) => ({
      host: tenant.host,
      cacheTag: String(tenant.id),
      languages: tenant.languages,
      timeZone: tenant.timeZone,
      pageRules: tenant.pageRules,
      configuration: (language: Language) => configurationOf(tenant, language),
    }),
    publicApi: (request, language): InProcessCall => {
      const { tenant, id: requestId } = request;
      return (endpoint, input) =>
        serveInProcess(app, endpoint, {
          tenant,
          language,
          requestId,
          input: { ...(input as object | undefined) },
        }) as never;
    },
    // Cards typed on our page: the one page that loads anything of elsewhere.
    sourcesOf: ({ tenant }, path) =>
      montonioUrl !== undefined && path === payPath && tenant.pageRules.payment.isPaymentInFrame
        ? montonioSources(montonioUrl)
        : {},
    countDrawing: (request) => app.countDrawing(request),
    publicVersion: ({ tenant }) => app.ports.ready.version(tenant),
  });
}
