import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useClaims } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProfileDevices } from '../components/profile-devices.tsx';
import { ProfilePassword } from '../components/profile-password.tsx';
import { Identities } from '../identities/components/identities.tsx';
import { Passkeys } from '../passkeys/components/passkeys.tsx';
import { CodesApp } from './components/codes-app.tsx';
import classes from './components/factors.module.css';
import { NewRecoveryCodes, RecoveryCodes } from './components/recovery-codes.tsx';
import { useFactors } from './queries.ts';

/** What is asked beside the password, and what stands in for it. */
export function SecurityScreen() {
  const { t } = useTexts();
  const router = useRouter();
  const query = useFactors();
  const { data } = query;
  const isHeldUp = useClaims()?.isFactorMissing === true;
  const hasFactor = data ? data.codes !== null || data.passkeys.length > 0 : false;
  // Shown once: they stay until their reader says that they are kept.
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const wasHeldUp = useRef(isHeldUp);
  function keep() {
    setFresh([]);
    // Whoever was led here goes on to where everything begins.
    if (wasHeldUp.current) void router.navigate({ to: '/' });
  }
  return (
    <Page>
      <PageHeader
        title={t('profile.security')}
        back={isHeldUp ? undefined : <BackLink to="/profile">{t('account.profile')}</BackLink>}
      />
      {isHeldUp ? null : <ProfilePassword />}
      <p className={classes.lead}>{t('factors.lead')}</p>
      {data?.isDemanded && !hasFactor ? (
        <Notice tone="warn" icon="lock" text={t('factors.demanded')} />
      ) : null}
      {fresh.length > 0 ? <NewRecoveryCodes codes={fresh} onKept={keep} /> : null}
      {!data && query.error ? <NotLoaded title={t('factors.notLoaded')} query={query} /> : null}
      {!data && !query.error ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton size="block" width="full" />
        </div>
      ) : null}
      {data ? (
        <Passkeys
          passkeys={data.passkeys}
          isLastKept={data.isDemanded && data.codes === null}
          onRecoveryCodes={setFresh}
        />
      ) : null}
      {data ? (
        <CodesApp
          since={data.codes?.sinceDateTime ?? null}
          isKept={data.isDemanded && data.passkeys.length === 0}
          onRecoveryCodes={setFresh}
        />
      ) : null}
      {data && hasFactor ? <RecoveryCodes left={data.recoveryCodesLeft} onRenewed={setFresh} /> : null}
      {data && !isHeldUp ? <Identities /> : null}
      {isHeldUp ? null : <ProfileDevices />}
    </Page>
  );
}
