import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { IdentityReturnScreen } from '#web/account/identities/identity-return-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';
import { identitySearch } from '#web/app/search.ts';

export const Route = createFileRoute('/identity/return')({
  ssr: false,
  staticData: { texts: ['identities'] },
  validateSearch: identitySearch,
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('identities.returnTitle')) }],
  }),
  component: ReturnRoute,
});

function ReturnRoute() {
  const { for: purpose, keep, value, sessionSecretDigest, userChallengeVerifier } = Route.useSearch();
  const isLinking = purpose === 'linking';
  const back = useMemo(() => {
    if (!value || !sessionSecretDigest || !userChallengeVerifier) return undefined;
    const returned = { sessionSecretDigest, userChallengeVerifier };
    return { isLinking, request: value, keep: keep === 1, returned };
  }, [isLinking, keep, value, sessionSecretDigest, userChallengeVerifier]);
  const screen = <IdentityReturnScreen back={back} isLinking={isLinking} />;
  return isLinking ? <Guarded>{screen}</Guarded> : screen;
}
