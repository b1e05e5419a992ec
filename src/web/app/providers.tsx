import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NowProvider, useClock } from '#web/kernel/clock.ts';
import { type StartContext, StartContextProvider } from '#web/kernel/start-context.ts';
import { type Texts, TextsProvider } from '#web/kernel/texts.tsx';

interface ProvidersProps {
  readonly start: StartContext;
  readonly texts: Texts;
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

/** What every component may ask for. */
export function Providers({ start, texts, queryClient, children }: ProvidersProps) {
  const now = useClock(start);
  return (
    <StartContextProvider value={start}>
      <TextsProvider texts={texts}>
        <NowProvider value={now}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </NowProvider>
      </TextsProvider>
    </StartContextProvider>
  );
}
