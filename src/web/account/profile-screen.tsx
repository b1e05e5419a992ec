import type { ReactNode } from 'react';
import { languageNames, useColourMode, useLanguageChoice } from '#web/kernel/preferences.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { CalendarFeed } from './components/calendar-feed.tsx';
import { ChangePasswordForm } from './components/change-password-form.tsx';
import { NoticeSettings } from './components/notice-settings.tsx';
import classes from './profile-screen.module.css';
import { useProfile } from './queries.ts';

/** Who is signed in, the password, and how the app looks on this device. */
export function ProfileScreen() {
  const { t } = useTexts();
  const { configuration, pageRules } = useStartContext();
  const { profile, clientCode } = useProfile();
  if (!profile) return null;
  const { email } = configuration.contact;
  return (
    <Page>
      <PageHeader title={t('account.profile')} />
      <section className={classes.section} aria-labelledby="profile-details">
        <h2 id="profile-details" className={classes.heading}>
          {t('account.details')}
        </h2>
        <dl className={classes.facts}>
          <Fact label={t('account.firstName')}>{profile.firstName}</Fact>
          <Fact label={t('account.lastName')}>{profile.lastName}</Fact>
          <Fact label={t('account.email')}>{profile.email}</Fact>
          <Fact label={t('account.phone')}>{profile.phone}</Fact>
          <Fact label={t('account.clientNumber')}>{clientCode}</Fact>
        </dl>
        {email === '' ? null : <p className={classes.note}>{t('account.detailsChange', { email })}</p>}
      </section>
      <section className={classes.section} aria-labelledby="profile-look">
        <h2 id="profile-look" className="visually-hidden">
          {t('account.colours')}
        </h2>
        {pageRules.menu.isLanguageHidden ? null : <LanguageSetting />}
        <ColourSetting />
      </section>
      <section className={classes.section} aria-labelledby="profile-notices">
        <h2 id="profile-notices" className={classes.heading}>
          {t('notices.title')}
        </h2>
        <NoticeSettings />
      </section>
      <CalendarFeed />
      <section className={classes.section} aria-labelledby="profile-password">
        <h2 id="profile-password" className={classes.heading}>
          {t('account.changePassword')}
        </h2>
        <ChangePasswordForm username={profile.email} />
      </section>
    </Page>
  );
}

/** A dash where nothing is known. */
function Fact({ label, children }: { label: string; children: string | undefined }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children || '–'}</dd>
    </div>
  );
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <p className={classes.settingLabel} aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  );
}

function LanguageSetting() {
  const { t } = useTexts();
  const { language, languages, choose } = useLanguageChoice();
  return (
    <Setting label={t('account.language')}>
      <SegmentedControl label={t('account.language')} isWide>
        {languages.map((one) => (
          <Segment key={one} isSelected={one === language} lang={one} onClick={() => choose(one)}>
            {languageNames[one]}
          </Segment>
        ))}
      </SegmentedControl>
    </Setting>
  );
}

function ColourSetting() {
  const { t } = useTexts();
  const { mode, choose } = useColourMode();
  return (
    <Setting label={t('account.colours')}>
      <SegmentedControl label={t('account.colours')} isWide>
        <Segment isSelected={mode === 'light'} onClick={() => choose('light')}>
          {t('account.coloursLight')}
        </Segment>
        <Segment isSelected={mode === 'dark'} onClick={() => choose('dark')}>
          {t('account.coloursDark')}
        </Segment>
      </SegmentedControl>
    </Setting>
  );
}
