import type { ReactNode } from 'react';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { OwnTickets } from './components/own-tickets.tsx';

/** For members their own tickets, and below what the address brings along to be bought (specification point 2, tickets). */
export function TicketsScreen({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const isMember = useIsMember();
  return (
    <Page>
      <PageHeader title={t('tickets.title')} />
      {isMember ? <OwnTickets /> : null}
      {children}
    </Page>
  );
}
