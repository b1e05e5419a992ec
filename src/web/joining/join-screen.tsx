import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { JoinOffer } from '#shared/joining/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { JoinFlow } from './components/join-flow.tsx';
import { useJoining } from './components/use-joining.ts';
import classes from './join-screen.module.css';
import { useJoinOffer, useTypedForm } from './queries.ts';
import type { BringShowing } from './showing/components/brought-show-who.tsx';

interface JoinScreenProps {
  /** `step` of the address, from 1. */
  step: number;
  /** `token` of the address: the draft a mail leads back to. */
  token: string | undefined;
  /** Where a member makes a contract; undefined where they cannot. */
  memberPath: string | undefined;
  bringShowing: BringShowing;
}

/** Joining without an account (specification point 2, join page). */
export function JoinScreen({ step, token, memberPath, bringShowing }: JoinScreenProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const query = useJoinOffer();
  const { data: offer, error } = query;
  const { forget } = useTypedForm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when somebody logs in, once
  useEffect(() => {
    if (isMember) forget();
  }, [isMember]);
  if (isMember) {
    return (
      <Page isCentred>
        <PageHeader title={t('joining.title')} size="flow" />
        <div className={classes.flow}>
          <p className={classes.text}>{t('joining.isMember')}</p>
          {memberPath === undefined ? null : (
            <ButtonAnchor href={memberPath} isWide>
              {t('joining.buyAsMember')}
            </ButtonAnchor>
          )}
        </div>
      </Page>
    );
  }
  if (offer && offer.packages.length === 0) {
    return (
      <Page isCentred>
        <EmptyState level={1} icon="info" title={t('joining.atDeskOnly')} text={t('joining.atDeskOnlyText')}>
          <ButtonLink to="/public/calendar/day" isWide>
            {t('menu.timetable')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  if (offer) return <Flow {...{ offer, step, token, memberPath, bringShowing }} />;
  return (
    <Page isCentred>
      <PageHeader title={t('joining.title')} size="flow" />
      {error ? (
        <NotLoaded title={t('joining.notLoaded')} query={query} note={t('joining.nothingCharged')} />
      ) : (
        <div role="status" aria-label={t('common.loading')} className={classes.flow}>
          <Skeleton size="title" width="half" />
          <Skeleton width="full" />
          <Skeleton width="full" />
        </div>
      )}
    </Page>
  );
}

function Flow({ offer, step, token, memberPath, bringShowing }: JoinScreenProps & { offer: JoinOffer }) {
  const router = useRouter();
  const joining = useJoining(offer, token);
  const { isRestored, form } = joining;
  // A later step needs what the first one chooses.
  const isReachable = step === 1 || !isRestored || form.productId !== null;

  function goTo(next: number, replace = false) {
    const address = next === 1 ? '/public/join' : `/public/join?step=${next}`;
    if (replace) router.history.replace(address);
    else router.history.push(address);
  }

  useEffect(() => {
    // The token of the mail does not stay in the address.
    if (isRestored && token !== undefined) goTo(form.productId === null ? 1 : step === 2 ? 2 : 3, true);
    else if (!isReachable) goTo(1, true);
  });

  return (
    <JoinFlow
      offer={offer}
      joining={joining}
      step={isReachable ? step : 1}
      goTo={goTo}
      memberPath={memberPath}
      bringShowing={bringShowing}
    />
  );
}
