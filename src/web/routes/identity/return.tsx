import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ReturnPage } from '#web/account/identities/components/return-page.tsx';
import { IdentityReturnScreen } from '#web/account/identities/identity-return-screen.tsx';
import type { Return } from '#web/account/identities/queries.ts';
import { Guarded } from '#web/app/guarded.tsx';
import { identitySearch } from '#web/app/search.ts';
import { useIsMemberShown } from '#web/joining/queries.ts';
import { useShownReturn } from '#web/joining/showing/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';

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
  if (purpose === 'joining') return <JoinReturn back={back} />;
  const screen = <IdentityReturnScreen back={back} isLinking={isLinking} />;
  return isLinking ? <Guarded>{screen}</Guarded> : screen;
}

/** Where the app sends whoever joins back to: the form goes on, filled in. */
function JoinReturn({ back }: { back: Return | undefined }) {
  const { t } = useTexts();
  const router = useRouter();
  const member = useIsMemberShown();
  const { mutate, error } = useShownReturn(({ draftToken, isMember }) => {
    member.write(isMember);
    router.history.replace(`/public/join?step=2&token=${encodeURIComponent(draftToken)}`);
  });
  return (
    <ReturnPage
      back={back}
      onBack={mutate}
      error={error}
      to="/public/join"
      toText={t('identities.toJoining')}
    />
  );
}
