import { idCountries } from '#shared/joining/identity/domain.ts';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { type Resource, useSaveIdentity } from '../queries.ts';
import classes from './client-history.module.css';
import { EditForm } from './edit-form.tsx';

const fields: readonly Field[] = [
  { name: 'idCountry', kind: 'choice', choices: idCountries },
  { name: 'idCode', kind: 'text', most: 40 },
  { name: 'birthDate', kind: 'date' },
];

/** Id code and birth date: apart from the other fields, because a code that is known is never shown whole. */
export function ClientIdentity({ id, facts }: { id: number; facts: Resource['facts'] }) {
  const { t } = useTexts();
  const { save, error, isSaving } = useSaveIdentity(id);
  const birthDate = parseLocalDate(facts.birthDate ?? '') ?? null;
  const isTaken = error?.errors[0] === 'idCodeTaken';
  return (
    <details className={classes.identity}>
      <summary className={classes.summary}>{t('backOffice.identity.title')}</summary>
      <EditForm
        key={`${facts.idCode} ${facts.birthDate}`}
        label={t('backOffice.identity.title')}
        fields={fields}
        wording="fields"
        seen={{ version: null, values: { idCountry: '', idCode: '', birthDate } }}
        saveText={t('backOffice.form.save')}
        isSaving={isSaving}
        refresh={async () => {}}
        save={(values) =>
          save({
            idCountry: idCountries.find((one) => one === values.idCountry) ?? null,
            idCode: String(values.idCode ?? ''),
            birthDate: typeof values.birthDate === 'string' ? values.birthDate : null,
          })
        }
        note={
          <>
            <p className={classes.none}>{t('backOffice.identity.text')}</p>
            {isTaken && error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
          </>
        }
      />
    </details>
  );
}
