import { RouterProvider } from '@tanstack/react-router';
import { hydrate } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { nextTask, whenIdle } from '#web/kernel/tasks.ts';
import { keepEarlyPress } from './early-press.ts';
import { hydrateRoot } from './react-dom.ts';
import { getRouter } from './router.tsx';
import { recoverFromLostChunks } from './updates.ts';

recoverFromLostChunks();
void start();

/**
 * Start's own client would bring the machinery of server functions, of which there are none. Each step is a task
 * of its own, and React begins when the router has all it needs: the page can be read and pressed meanwhile.
 */
async function start(): Promise<void> {
  const router = await getRouter();
  await nextTask();
  await hydrate(router).finally(() => window.$_TSR?.h());
  await nextTask();
  // A kept frame may say everything in another language: then it is drawn anew, which is no fault.
  const { isDrawnOtherwise = false } = router.options.context.start;
  const onRecoverableError = isDrawnOtherwise ? () => {} : reportError;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
      { onRecoverableError },
    );
    keepEarlyPress();
  });
  // So that a refusal need not wait for its words, and has them after a new version too.
  whenIdle(() => void router.options.context.texts.bring(['errors']).catch(() => undefined));
}
