import type { ReactNode } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ResourceList as List, ResourceKind } from '../queries.ts';
import { resourceKinds, sayWith } from './resources.ts';
import classes from './resources-area.module.css';

interface ResourceListProps {
  kind: ResourceKind;
  area: string;
  list: List;
  /** Open beside the list. */
  openId: number | undefined;
  page: number;
  words: string;
  onSearch: (labels: string) => void;
  children?: ReactNode;
}

/** From so many on a list is looked through with the eyes no more. */
const fewEnough = 8;

/** The things of a kind, with a search above where there are many. */
export function ResourceList({
  kind,
  area,
  list,
  openId,
  page,
  words,
  onSearch,
  children,
}: ResourceListProps) {
  const { t, language } = useTexts();
  const { summaryOf, isSearched = false } = resourceKinds[kind];
  const say = sayWith(t, language, list.references);
  const wanted = words.trim().toLowerCase();
  const rows = list.items
    .map((resource) => ({ id: resource.id, ...summaryOf(resource, say) }))
    .filter(
      ({ title, text }) => isSearched || wanted === '' || `${title} ${text}`.toLowerCase().includes(wanted),
    );
  const hasSearch = isSearched || list.items.length > fewEnough;
  return (
    <div className={classes.list}>
      {hasSearch ? (
        <TextField
          type="search"
          label={t(
            kind === 'users'
              ? 'backOffice.list.searchUsers'
              : kind === 'clients'
                ? 'backOffice.list.searchClients'
                : 'backOffice.list.search',
          )}
          value={words}
          onChange={(event) => onSearch(event.target.value)}
        />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState
          icon="info"
          title={t(wanted === '' ? 'backOffice.list.none' : 'backOffice.list.notFound')}
          text={t(wanted === '' ? 'backOffice.list.noneText' : 'backOffice.list.notFoundText')}
        />
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ id, title, text, isOff, colour }) => (
            <li key={id} className={id === openId ? classes.open : undefined}>
              <ListRowLink
                to="/admin/$area"
                params={{ area }}
                search={{ id, ...(page > 1 && { page }) }}
                title={title}
                {...(text !== '' && { text })}
                {...(colour && { start: <Mark color={colour} /> })}
                {...(isOff && {
                  end: (
                    <>
                      <Tag>{t('backOffice.list.off')}</Tag>
                      <Icon name="chevronRight" size={20} />
                    </>
                  ),
                })}
                {...(id === openId && { 'aria-current': 'true' as const })}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
