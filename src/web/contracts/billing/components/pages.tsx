import { fewestRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import classes from './lists.module.css';

interface PagePlace {
  date?: string | undefined;
  page?: number | undefined;
  nights?: number | undefined;
}

interface PagesProps {
  offset: number;
  count: number;
  isMore: boolean;
  previous: PagePlace;
  next: PagePlace;
}

/** Steps through the pages by plain links; nothing when there is one page only. */
export function Pages({ offset, count, isMore, previous, next }: PagesProps) {
  const { t } = useTexts();
  if (offset === 0 && !isMore && count <= fewestRows) return null;
  const link = (search: PagePlace, text: string) => (
    <ButtonLink to="/admin/billing-runs" search={search} resetScroll={false} variant="plain" size="small">
      {text}
    </ButtonLink>
  );
  return (
    <nav className={classes.pages} aria-label={t('common.pages')}>
      <RowsChoice />
      <p className={classes.range}>{t('common.range', { from: offset + 1, until: offset + count })}</p>
      {offset > 0 ? link(previous, t('common.previousPage')) : null}
      {isMore ? link(next, t('common.nextPage')) : null}
    </nav>
  );
}
