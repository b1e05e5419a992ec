import { createFileRoute } from '@tanstack/react-router';
import { BuyingTermsScreen } from '#web/tenants/buying-terms-screen.tsx';
import { buyingTermsQuery } from '#web/tenants/queries.ts';

export const Route = createFileRoute('/page/buying-terms')({
  loader: async ({ context: { prefetch, validFor } }) => {
    validFor(60);
    await prefetch(buyingTermsQuery());
  },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('pages.buyingTerms')) }],
  }),
  component: BuyingTermsScreen,
});
