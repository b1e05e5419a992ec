import type { Profile } from '#shared/account/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useProfile } from '../profile/queries.ts';
import { DetailsForm } from './details-form.tsx';
import { Fact } from './fact.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Who is signed in: what they keep up themselves, and what stands fast. */
export function ProfileDetails() {
  const { t } = useTexts();
  const query = useProfile();
  const { data } = query;
  return (
    <ProfileSection title={t('account.details')} isTitleHidden>
      {data ? <Loaded profile={data} /> : null}
      {!data && query.error ? <NotLoaded title={t('profile.notLoaded')} query={query} /> : null}
      {!data && !query.error ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          {[1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} size="title" width="full" />
          ))}
        </div>
      ) : null}
    </ProfileSection>
  );
}

function Loaded({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  const { email } = useStartContext().configuration.contact;
  const { isNameFixed, firstName, lastName, clientCode } = profile;
  return (
    <>
      <dl className={classes.facts}>
        {isNameFixed ? (
          <>
            <Fact label={t('account.firstName')}>{firstName}</Fact>
            <Fact label={t('account.lastName')}>{lastName}</Fact>
          </>
        ) : null}
        <Fact label={t('account.clientNumber')}>{clientCode}</Fact>
      </dl>
      {isNameFixed ? (
        <p className={classes.note}>
          {email === '' ? t('profile.nameFixedHere') : t('profile.nameFixed', { email })}
        </p>
      ) : null}
      <DetailsForm profile={profile} />
    </>
  );
}
