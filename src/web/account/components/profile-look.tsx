import type { ReactNode } from 'react';
import { languageNames, useColourMode, useLanguageChoice } from '#web/kernel/preferences.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** How the app looks on this device: its language and its colours. */
export function ProfileLook() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  return (
    <ProfileSection title={t('account.colours')} isTitleHidden>
      {pageRules.menu.isLanguageHidden ? null : <LanguageSetting />}
      <ColourSetting />
    </ProfileSection>
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
