import { AppError } from '#shared/kernel/errors.ts';
import type { App } from './kernel/app.ts';
import { isApiRequest } from './kernel/app.ts';
import type { Clock } from './kernel/clock.ts';

export interface PagesOptions {
  readonly isDevelopment: boolean;
  readonly hasVite: boolean;
  readonly clock: Clock;
}

/** Serves the pages beside the API. */
export async function mountPages(app: App, _options: PagesOptions): Promise<void> {
  app.setNotFoundHandler(async (request) => {
    if (isApiRequest(request)) throw new AppError('itemNotFound', 404);
    throw new AppError('itemNotFound', 404);
  });
}
