import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useClaims } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './components/profile.module.css';
import { ProfileLook } from './components/profile-look.tsx';
import { useProfile } from './profile/queries.ts';

/** Who is signed in, the ways to what they may change, and how the app looks here. */
export function ProfileScreen() {
  const { t } = useTexts();
  const { data } = useProfile();
  const pending = data?.pendingEmail ?? null;
  return (
    <Page>
      <PageHeader title={t('account.profile')} />
      <Reader />
      <div className={classes.ways}>
        <ListRowLink
          to="/profile/details"
          title={t('account.details')}
          text={pending === null ? t('profile.detailsText') : t('profile.emailAwaited', { email: pending })}
        />
        <ListRowLink to="/profile/notices" title={t('notices.title')} text={t('profile.noticesText')} />
        <ListRowLink to="/profile/security" title={t('profile.security')} text={t('profile.securityText')} />
        <ListRowLink to="/profile/privacy" title={t('privacy.title')} text={t('privacy.link')} />
      </div>
      <ProfileLook />
    </Page>
  );
}

/** Name and address are known at once; the number, which a desk asks for, comes with the answer. */
function Reader() {
  const { t } = useTexts();
  const claims = useClaims();
  const query = useProfile();
  const { data } = query;
  const { firstName, lastName, email } = data ?? claims ?? { firstName: '', lastName: '', email: '' };
  return (
    <div className={classes.reader}>
      <p className={classes.heading}>
        {firstName} {lastName}
      </p>
      <p className={classes.contact}>{email}</p>
      {data ? (
        <p className={classes.note}>
          {t('account.clientNumber')} {data.clientCode}
        </p>
      ) : null}
      {!data && query.error ? <NotLoaded title={t('profile.notLoaded')} query={query} /> : null}
      {!data && !query.error ? (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton size="caption" width="half" />
        </div>
      ) : null}
    </div>
  );
}
