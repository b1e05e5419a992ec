import { useState } from 'react';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useSetup } from '#web/tenants/setup/queries.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './back-office-screen.module.css';
import { areas, groups, nameOf } from './components/areas.ts';

/** Everything an administrator can manage, found by its words. */
export function BackOfficeScreen() {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  // The page may have been drawn before the last step.
  const setup = useSetup(configuration.isSettingUp);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = areas
    .map((area) => ({
      ...area,
      title: t(`backOffice.areas.${nameOf(area)}`),
      text: t(`backOffice.areaTexts.${nameOf(area)}`),
    }))
    .filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted));
  return (
    <Page width="table">
      <PageHeader title={t('backOffice.title')} subtitle={t('backOffice.subtitle')} />
      {setup.data?.isSettingUp ? (
        <ListRowLink
          to="/admin/setup"
          start={<Icon name="check" size={22} />}
          title={t('setup.title')}
          text={t('setup.subtitle')}
        />
      ) : null}
      <div className={classes.search}>
        <TextField
          type="search"
          label={t('backOffice.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div aria-live="polite">
        {found.length === 0 ? <EmptyState icon="info" title={t('backOffice.nothingFound')} /> : null}
      </div>
      <div className={classes.groups}>
        {groups
          .map((group) => ({ group, list: found.filter((area) => area.group === group) }))
          .filter(({ list }) => list.length > 0)
          .map(({ group, list }) => (
            <section key={group} className={classes.group}>
              <h2 className={classes.heading}>{t(`backOffice.groups.${group}`)}</h2>
              <ul className={classes.rows}>
                {list.map(({ path, icon, title, text }) => (
                  <li key={path}>
                    <ListRowLink
                      to="/admin/$area"
                      params={{ area: path }}
                      title={title}
                      text={text}
                      start={<Icon name={icon} size={22} />}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </Page>
  );
}
