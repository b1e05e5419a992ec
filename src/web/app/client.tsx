import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { getRouter } from './router.tsx';
import { recoverFromLostChunks } from './updates.ts';

recoverFromLostChunks();
void start();

// Start's own client would bring the machinery of server functions, of which there are none.
async function start(): Promise<void> {
  const router = await getRouter();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    );
  });
}
