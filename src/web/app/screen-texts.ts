import { type AnyRouter, createLazyRoute } from '@tanstack/react-router';
import type { LateSection } from '#i18n/en/parts.ts';
import type { Texts } from '#web/kernel/texts.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Sections its screen says beside the first ones; `npm run check` compares them with what it says. */
    texts?: readonly LateSection[];
  }
}

interface Screen {
  readonly staticData: { readonly texts?: readonly LateSection[] };
}

/** The sections that these routes' screens bring. */
export function textsOf(screens: readonly Screen[]): LateSection[] {
  return screens.flatMap(({ staticData }) => staticData.texts ?? []);
}

/**
 * In the browser: makes a screen's texts a part of the route that is fetched together with the screen, be it when
 * the page starts, when a link is followed or when one is about to be. A route is ready when both are there.
 */
export function bringTextsWithScreens(router: AnyRouter, texts: Texts): void {
  for (const route of Object.values(router.routesById)) {
    const sections = route.options.staticData?.texts ?? [];
    if (sections.length === 0) continue;
    route.lazy(async () => {
      await Promise.all([texts.bring(sections), route.options.component?.preload?.()]);
      return createLazyRoute(route.id)({});
    });
  }
}
