import { useTexts } from '#web/kernel/texts.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { SavedCheckbox } from '#web/ui/saved-checkbox.tsx';
import { type Consent, useChangeConsent, useConsentRow } from '../queries.ts';
import classes from './part.module.css';

interface ConsentsProps {
  readonly choices: readonly {
    readonly purpose: 'marketingMail' | 'marketingSms';
    readonly isGiven: boolean;
  }[];
  readonly log: readonly Consent[];
}

/** What can be given and withdrawn, and every line there ever was. */
export function Consents({ choices, log }: ConsentsProps) {
  const { t } = useTexts();
  const change = useChangeConsent();
  return (
    <section className={classes.section} aria-labelledby="privacy-consents">
      <h2 id="privacy-consents" className={classes.heading}>
        {t('privacy.consentsTitle')}
      </h2>
      <p className={classes.text}>{t('privacy.consentsText')}</p>
      {choices.map(({ purpose, isGiven }) => (
        <SavedCheckbox
          key={purpose}
          isChecked={isGiven}
          onSave={(wanted) => change.mutateAsync({ body: { purpose, isGiven: wanted } })}
        >
          {t(`privacy.purpose.${purpose}`)}
        </SavedCheckbox>
      ))}
      <ConsentLog log={log} />
    </section>
  );
}

/** Every line of somebody's log, the latest first. */
function ConsentLog({ log }: Pick<ConsentsProps, 'log'>) {
  const { t } = useTexts();
  const rowOf = useConsentRow();
  return (
    <details className={classes.log}>
      <summary className={classes.summary}>
        <span>{t('privacy.logTitle')}</span>
        <span className={classes.count}>{log.length}</span>
      </summary>
      {log.length === 0 ? (
        <p className={classes.text}>{t('privacy.logEmpty')}</p>
      ) : (
        <ul className={classes.rows}>
          {log.map((consent) => (
            <li key={consent.id}>
              <ListRow {...rowOf(consent)} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
