import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';
import { detectLanguage } from '#shared/kernel/language.ts';
import { colourModes, withSwitches } from '#shared/kernel/page-rules.ts';
import type { PageFacts, PageRequest, StartContext } from '#shared/start-context.ts';
import { getPageRules } from '#shared/tenants/contract.ts';
import { ApiError, type Call, call, setCallTarget } from '#web/kernel/call.ts';
import { currentInstant } from '#web/kernel/clock.ts';
import { startSession } from '#web/kernel/session-runtime.ts';
import { startContextId } from '#web/kernel/start-context.ts';
import { readCookie, readStored, restoreMirrored, writeStored } from '#web/kernel/stored.ts';
import { nextTask, whenIdle } from '#web/kernel/tasks.ts';
import { loadAllTexts, loadTexts, type Texts } from '#web/kernel/texts.tsx';
import { bringMemberParts } from './shell/late-parts.ts';
import { loadTemporal } from './temporal.ts';

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageRequest };
  }
}

/** What the router is made of, on either side. */
export interface Boot {
  readonly start: StartContext;
  readonly texts: Texts;
  readonly call: Call;
  /** Only on the server. */
  readonly page?: PageFacts;
}

/** On the server from the request, in the browser from the page: both draw from the same values. */
export const readBoot = createIsomorphicFn()
  .server(async (): Promise<Boot> => {
    const { start, call: inProcess, page } = getGlobalStartContext() as unknown as PageRequest;
    await bringMemberParts();
    return { start, texts: await loadAllTexts(start.language), call: asCall(inProcess), page };
  })
  .client(async (): Promise<Boot> => {
    const sent = readStartContext();
    // Browsers forget cookies that scripts wrote after a week; the page is asked for once more with what was chosen.
    if (restoreMirrored() && !sent.isFrame && isOther(sent)) {
      window.location.reload();
      await new Promise(() => {});
    }
    // Nothing may ask the time before Temporal is there.
    const [texts] = await Promise.all([
      loadTexts(sent.isFrame ? chosenLanguage(sent) : sent.language),
      loadTemporal(),
    ]);
    const start = sent.isFrame ? ownFrame(sent, texts.language) : sent;
    whenIdle(() => (sent.isFrame && navigator.onLine ? void renewRules(sent) : keepRules(sent)));
    setCallTarget({
      host: start.host,
      language: start.language,
      // Where the office's cannot be had, members' are there all the same.
      bringErrorTexts: async () => {
        await Promise.allSettled([texts.bring(['errors']), texts.bring(['officeErrors'])]);
      },
    });
    // Restoring goes on while the page is hydrated; until that is done everybody is drawn as a visitor. Who was
    // never here has nothing to restore: then the session begins when the page has come to rest.
    if (readStored('has_logged_in')) {
      startSession();
      // Menu and tabs are drawn already: they are taken over with the page, not after it.
      await bringMemberParts().catch(() => undefined);
    }
    await nextTask();
    return { start, texts, call };
  });

function readStartContext(): StartContext {
  const text = document.getElementById(startContextId)?.textContent;
  if (!text) throw new Error('the page carries no start context');
  return JSON.parse(text) as StartContext;
}

/** A frame may be old: its rules are asked for anew. Where that fails, those known hold on, in the end the fallback. */
async function renewRules({ isDevelopment }: StartContext): Promise<void> {
  const pageRules = await call(getPageRules).catch(() => undefined);
  if (pageRules) keepRules({ pageRules, now: currentInstant(isDevelopment) });
}

/** The latest rules, whichever page they came with: one that was kept by the browser may be older than the last. */
function keepRules({ pageRules, now }: Pick<StartContext, 'pageRules' | 'now'>): void {
  if (laterRules(now) === undefined) writeStored('rules', { ...pageRules, readAt: now });
}

/** The rules that were read after an instant; undefined where there are none. */
function laterRules(now: string) {
  const kept = readStored('rules');
  return kept && kept.readAt > now ? kept : undefined;
}

/** A frame may be old, and made before another language or mode was chosen, or the centre turned a rule. */
function ownFrame(sent: StartContext, language: StartContext['language']): StartContext {
  const mode = chosenMode(sent);
  document.documentElement.lang = language;
  document.documentElement.dataset.mode = mode;
  const pageRules = withSwitches(sent.pageRules, laterRules(sent.now));
  const isDrawnOtherwise =
    language !== sent.language || JSON.stringify(pageRules) !== JSON.stringify(sent.pageRules);
  return {
    ...{ ...sent, pageRules, language, mode, isDrawnOtherwise },
    now: currentInstant(sent.isDevelopment),
  };
}

/** The chosen language, of those that the centre speaks. */
function chosenLanguage({ host, configuration }: StartContext): StartContext['language'] {
  return detectLanguage(readCookie('language'), host, configuration.languages);
}

function chosenMode({ pageRules }: StartContext): StartContext['mode'] {
  const chosen = readCookie('colormode');
  return colourModes.find((known) => known === chosen) ?? pageRules.main.defaultColorScheme;
}

/** Whether what was chosen is not how the page was drawn. */
function isOther(sent: StartContext): boolean {
  return chosenLanguage(sent) !== sent.language || chosenMode(sent) !== sent.mode;
}

/** Refusals look the same to a page, whether they came over HTTP or from the same process. */
function asCall(inProcess: PageRequest['call']): Call {
  return async (endpoint, ...[input]) => {
    try {
      return await inProcess(endpoint, input);
    } catch (error) {
      const { status, code } = error as { status?: unknown; code?: unknown };
      if (typeof status === 'number' && typeof code === 'string') throw new ApiError(status, [code]);
      throw error;
    }
  };
}
