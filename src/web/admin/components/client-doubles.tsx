import { useTexts } from '#web/kernel/texts.tsx';
import { useDoubles } from '../queries.ts';
import classes from './client-doubles.module.css';
import { ClientMerge } from './client-merge.tsx';

/** Clients who seem to be here twice, above the list of all. */
export function ClientDoubles() {
  const { t } = useTexts();
  const items = useDoubles().data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <details className={classes.doubles}>
      <summary>{t('backOffice.doubles', { count: items.length })}</summary>
      <p className={classes.text}>{t('backOffice.merge.doublesText')}</p>
      <ul className={classes.rows}>
        {items.map(({ email, kept, gone }) => (
          <li key={`${kept.id} ${gone.id}`}>
            <strong>
              {kept.name} · {kept.number}, {gone.number}
            </strong>
            <span>{email}</span>
            <ClientMerge
              id={kept.id}
              name={`${kept.name} (${kept.number})`}
              double={{ id: gone.id, title: `${gone.name} (${gone.number})` }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
