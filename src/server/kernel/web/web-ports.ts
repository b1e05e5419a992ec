import type { FastifyRequest } from 'fastify';
import type { Language } from '#shared/kernel/language.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import type { InProcessCall } from '#shared/start-context.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';

/** The tenant of a request, as its pages need it. */
export interface WebPage {
  readonly host: string;
  /** The tenant's identity in keys. */
  readonly cacheTag: string;
  readonly languages: readonly Language[];
  readonly timeZone: string;
  readonly pageRules: PageRules;
  configuration(language: Language): PageConfiguration;
}

export interface WebPorts {
  /** The tenant the kernel has found for this request. */
  findPage(request: FastifyRequest): WebPage;
  /** The API in the same process, with a visitor's rights. */
  publicApi(request: FastifyRequest, language: Language): InProcessCall;
  /** Changes whenever public data or settings of the tenant change. */
  publicVersion(request: FastifyRequest): string;
  /** Called before a page is drawn anew for a caller; refuses whoever has had too many drawn. */
  countDrawing(request: FastifyRequest): Promise<void>;
  /** What a page that is not kept needs of elsewhere, by directive of its policy. */
  sourcesOf?(request: FastifyRequest, path: string): Readonly<Record<string, readonly string[]>>;
  now(): string;
  readonly isDevelopment: boolean;
  /** Vite in the same server instead of the build. */
  readonly hasVite?: boolean;
}
