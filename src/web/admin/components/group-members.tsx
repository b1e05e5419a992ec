import { useDeferredValue, useState } from 'react';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useGroupMembers } from '#web/training-groups/members/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useResources } from '../queries.ts';
import classes from './group-members.module.css';
import { resourceKinds, sayWith } from './resources.ts';

/** Who is in a training group: looked for by name, taken in and out. */
export function GroupMembers({ id }: { id: number }) {
  const { t, language } = useTexts();
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const found = useResources('clients', q === '' ? { q: '§§' } : { q });
  const { members, add, remove, isBusy } = useGroupMembers(id);
  if (!members) return null;
  const say = sayWith(t, language, {});
  const rows =
    q === ''
      ? []
      : (found.data?.items ?? [])
          .filter((client) => !members.some(({ clientId }) => clientId === client.id))
          .slice(0, 6);
  return (
    <section className={classes.members} aria-label={t('backOffice.members.title')}>
      <h2 className={classes.heading}>{t('backOffice.members.title')}</h2>
      {members.length === 0 ? <p className={classes.none}>{t('backOffice.members.none')}</p> : null}
      <ul className={classes.rows}>
        {members.map(({ clientId, name, clientCode, contract, contractEndDate }) => (
          <li key={clientId}>
            <ListRow
              title={name}
              text={[clientCode, contract, contractEndDate === null ? '' : formatDate(contractEndDate)]
                .filter((part) => part !== '')
                .join(' · ')}
              end={
                <Button
                  variant="text"
                  size="small"
                  disabled={isBusy}
                  aria-label={t('backOffice.members.remove', { name })}
                  onClick={() => remove(clientId)}
                >
                  {t('backOffice.form.remove')}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
      <TextField
        type="search"
        label={t('backOffice.members.find')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={classes.rows}>
        {rows.map((client) => {
          const { title, text } = resourceKinds.clients.summaryOf(client, say);
          return (
            <li key={client.id}>
              <ListRow
                title={title}
                text={text}
                end={
                  <Button
                    variant="plain"
                    size="small"
                    disabled={isBusy}
                    aria-label={t('backOffice.members.add', { name: title })}
                    onClick={() => add(client.id)}
                  >
                    {t('backOffice.form.create')}
                  </Button>
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
