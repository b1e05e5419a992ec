import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ResourceKind, useResources } from '../queries.ts';
import { ClientDoubles } from './client-doubles.tsx';
import { ResourceForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import { resourceKinds } from './resources.ts';
import classes from './resources-area.module.css';

interface ResourcesAreaProps {
  kind: ResourceKind;
  area: string;
  openId: number | undefined;
  isMaking: boolean;
  /** From 1, where there are more than one sees at once. */
  page?: number | undefined;
  /** What other nouns show of a client. */
  ofClient: (id: number) => ReactNode;
  /** What other nouns show of a trainer. */
  ofTrainer: (id: number) => ReactNode;
}

/** What is in nobody's name. */
const nobody = '§§';

/** A list of things, and beside it, or on a phone instead of it, the form of one. */
export function ResourcesArea({
  kind,
  area,
  openId,
  isMaking,
  page = 1,
  ofClient,
  ofTrainer,
}: ResourcesAreaProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { isSearched = false } = resourceKinds[kind];
  const asked = useDeferredValue(search.trim());
  // Other words are another list: it is looked at from its beginning.
  const rows = useRows();
  const number = asked === '' ? Math.max(1, page) : 1;
  const query = useResources(
    kind,
    isSearched
      ? { ...(asked !== '' && { q: asked }), limit: rows, ...(number > 1 && { offset: (number - 1) * rows }) }
      : {},
  );
  // The one that is open need not be among those that are listed.
  const detail = useResources(kind, isSearched && openId !== undefined ? { q: nobody, id: openId } : {});
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <NotLoaded title={t('backOffice.list.failed')} query={query} />
    ) : (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton size="block" width="full" />
        <Skeleton size="block" width="full" />
        <Skeleton size="block" width="full" />
      </div>
    );
  }
  const open = (detail.data ?? data).items.find(({ id }) => id === openId);
  const isOpen = isMaking || open !== undefined;
  const toList = () =>
    void navigate({ to: '/admin/$area', params: { area }, search: page > 1 ? { page } : {} });
  return (
    <div className={isOpen ? classes.twoOpen : classes.two}>
      <div className={classes.side}>
        <ButtonLink
          to="/admin/$area"
          params={{ area }}
          search={{ make: 1 }}
          variant={isMaking ? 'plain' : 'primary'}
          size="small"
        >
          {t(`backOffice.makeNew.${kind}`)}
        </ButtonLink>
        {kind === 'clients' ? <ClientDoubles /> : null}
        <ResourceList
          kind={kind}
          area={area}
          list={data}
          openId={openId}
          page={number}
          words={search}
          onSearch={setSearch}
        >
          {isSearched ? (
            <Pages
              offset={(number - 1) * rows}
              count={data.items.length}
              total={data.total}
              turn={({ offset, ...link }) =>
                asked === '' ? (
                  <IconLink
                    to="/admin/$area"
                    params={{ area }}
                    search={{ page: offset / rows + 1 }}
                    {...link}
                  />
                ) : null
              }
            >
              {asked === '' ? null : <span>{t('backOffice.list.narrow')}</span>}
            </Pages>
          ) : null}
        </ResourceList>
      </div>
      <section className={classes.detail} aria-label={t('common.details')}>
        {isMaking || open ? (
          <>
            <div className={classes.back}>
              <Button variant="text" size="small" onClick={toList}>
                {t('common.back')}
              </Button>
            </div>
            <ResourceForm
              key={open?.id ?? 'new'}
              kind={kind}
              thing={open}
              references={data.references}
              onMade={(id) => void navigate({ to: '/admin/$area', params: { area }, search: { id } })}
              ofClient={ofClient}
              ofTrainer={ofTrainer}
              onRemoved={toList}
            />
          </>
        ) : (
          <p className={classes.choose}>{t('backOffice.list.choose')}</p>
        )}
      </section>
    </div>
  );
}
