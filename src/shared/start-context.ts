import type { AnyEndpoint, EndpointResponse } from '#shared/kernel/endpoint.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ColourMode, PageRules } from '#shared/kernel/page-rules.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';

/** What a page knows before it draws anything: the same on the server and in the browser. */
export interface StartContext {
  /** The tenant's host, as calls name it in `X-Tenant-Host`. */
  readonly host: string;
  readonly language: Language;
  readonly mode: ColourMode;
  readonly configuration: PageConfiguration;
  readonly pageRules: PageRules;
  /** ISO instant of rendering; of opening, where the page is drawn in the browser. */
  readonly now: string;
  /** Changes with each build. */
  readonly version: string;
  readonly isDevelopment: boolean;
  /**
   * Whether the server sent the frame alone, to be drawn in the browser. Such a page may come from the service
   * worker: its time, language and mode are the browser's own.
   */
  readonly isFrame: boolean;
  /** The frame was drawn by other rules or in another language than hold by now; in the browser alone. */
  readonly isDrawnOtherwise?: boolean;
  readonly nonce?: string;
}

/** What a page that is drawn on the server tells about itself while its data is read. */
export interface PageFacts {
  /** Until when the page is true, as an instant; without it, until the next full minute. */
  validUntil?: string;
  /** Set when a part could not be read: the page is sent, and not kept. */
  isIncomplete?: boolean;
  /** Sections of texts that its screen brings beside the first ones. */
  texts?: readonly string[];
}

/** A call of the API in the same process, with a visitor's rights. Throws AppError. */
export type InProcessCall = <E extends AnyEndpoint>(
  endpoint: E,
  input?: unknown,
) => Promise<EndpointResponse<E>>;

/** What the server gives a page beside its request. */
export interface PageRequest {
  readonly start: StartContext;
  readonly call: InProcessCall;
  readonly page: PageFacts;
  readonly nonce?: string;
}
