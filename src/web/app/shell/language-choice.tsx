import { isLanguage } from '#shared/kernel/language.ts';
import { languageNames, useLanguageChoice } from '#web/kernel/preferences.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import classes from './language-choice.module.css';

/** The language in a header: the browser's own list, under the name of the language. */
export function LanguageSelect({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTexts();
  const { language, languages, choose } = useLanguageChoice();
  return (
    <label className={classes.select}>
      <Icon name="globe" size={20} />
      <span className="visually-hidden">{t('menu.language')}</span>
      <span className={joinClasses(classes.name, isShort && classes.nameWhenRoomy)} aria-hidden="true">
        {languageNames[language]}
      </span>
      {isShort ? (
        <span className={classes.code} aria-hidden="true">
          {language.toUpperCase()}
        </span>
      ) : null}
      <select
        className={classes.list}
        value={language}
        onChange={(event) => {
          if (isLanguage(event.target.value)) choose(event.target.value);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languageNames[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The languages side by side, where there is room for all their names. */
export function LanguageSegments() {
  const { t } = useTexts();
  const { language, languages, choose } = useLanguageChoice();
  return (
    <SegmentedControl label={t('menu.language')} isWide>
      {languages.map((one) => (
        <Segment key={one} isSelected={one === language} lang={one} onClick={() => choose(one)}>
          {languageNames[one]}
        </Segment>
      ))}
    </SegmentedControl>
  );
}
