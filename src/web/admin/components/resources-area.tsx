import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { errorText } from '#web/kernel/queries.ts';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
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
      <ErrorState
        title={t('backOffice.list.failed')}
        text={errorText(query.error, t)}
        retryText={t('common.tryAgain')}
        retryingText={t('common.tryingAgain')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
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
  const toList = () => void navigate({ to: '/admin/$area', params: { area }, search: {} });
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
            <Pages area={area} page={number} total={data.total} isSearching={asked !== ''} />
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

/** Which of many are shown, and the way to the others. */
function Pages({
  area,
  page,
  total,
  isSearching,
}: {
  area: string;
  page: number;
  total: number;
  isSearching: boolean;
}) {
  const { t } = useTexts();
  const rows = useRows();
  if (total <= fewestRows) return null;
  const from = (page - 1) * rows + 1;
  const until = Math.min(total, from + rows - 1);
  return (
    <nav className={classes.pages} aria-label={t('common.pages')}>
      <RowsChoice />
      <span>{t('common.pageRange', { from, until, total })}</span>
      {page > 1 ? (
        <IconLink
          to="/admin/$area"
          params={{ area }}
          search={{ page: page - 1 }}
          label={t('common.previousPage')}
        >
          <Icon name="chevronLeft" />
        </IconLink>
      ) : null}
      {until < total && !isSearching ? (
        <IconLink
          to="/admin/$area"
          params={{ area }}
          search={{ page: page + 1 }}
          label={t('common.nextPage')}
        >
          <Icon name="chevronRight" />
        </IconLink>
      ) : null}
      {isSearching ? <span>{t('backOffice.list.narrow')}</span> : null}
    </nav>
  );
}
