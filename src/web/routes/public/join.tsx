import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Guarded } from '#web/app/guarded.tsx';
import { decideRoute } from '#web/app/route-rules.ts';
import { joinSearch } from '#web/app/search.ts';
import { JoinScreen } from '#web/joining/join-screen.tsx';
import { joinOfferQuery } from '#web/joining/queries.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';

export const Route = createFileRoute('/public/join')({
  staticData: { texts: ['errors', 'joining'] },
  validateSearch: joinSearch,
  beforeLoad: ({ context, search, location }) => {
    const filter = search.filter;
    const decision = decideRoute('/public/join', { kind: 'visitor' }, context.start.pageRules, { filter });
    if (decision === 'notFound') throw notFound();
    if (typeof decision === 'object') {
      throw redirect({ href: `${decision.redirect}${location.searchStr}`, replace: true });
    }
  },
  loader: async ({ context: { prefetch } }) => prefetch(joinOfferQuery(), true),
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('joining.title')) }],
  }),
  component: JoinRoute,
});

function JoinRoute() {
  const { step, token } = Route.useSearch();
  const actor = useActor();
  const { pageRules } = useStartContext();
  const { bring } = useTexts();
  const bringShowing = useCallback(async () => {
    const [{ IdentityAsked: Asked }, { ShowWho }] = await Promise.all([
      import('#web/account/identities/components/identity-asked.tsx'),
      import('#web/joining/showing/components/show-who.tsx'),
      bring(['identities']),
    ]);
    return { Asked, ShowWho };
  }, [bring]);
  // A visitor is led to it by way of the log-in.
  const isOpen = decideRoute('/purchase/contract', actor, pageRules) !== 'notFound';
  return (
    <Guarded>
      <JoinScreen
        step={step === 2 || step === 3 ? step : 1}
        token={token}
        memberPath={isOpen ? '/purchase/contract' : undefined}
        bringShowing={bringShowing}
      />
    </Guarded>
  );
}
