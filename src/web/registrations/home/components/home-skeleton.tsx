import { useTexts } from '#web/kernel/texts.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './home.module.css';

/** Rows of what most members have. */
const rows = [1, 2];

/**
 * Home as grey bars of its final height: what is next, the way in, and rows. `isWhole` adds the greeting, before it is
 * known whom to greet.
 */
export function HomeSkeleton({ isWhole = false }: { isWhole?: boolean }) {
  const { t } = useTexts();
  const body = (
    <>
      <div className={classes.card} role="status">
        <span className="visually-hidden">{t('common.loading')}</span>
        <div className={classes.greyLead}>
          <Skeleton size="caption" width="half" />
        </div>
        <div className={classes.greyName}>
          <Skeleton size="title" width="long" />
        </div>
        <div className={classes.greyLine}>
          <Skeleton width="half" />
        </div>
        <div className={classes.greyLine}>
          <Skeleton width="long" />
        </div>
        <div className={classes.foot}>
          <Skeleton size="caption" width="half" />
          <Skeleton size="caption" width="short" />
        </div>
      </div>
      <Skeleton size="block" width="full" className={classes.greyEntry} />
      <div className={classes.rows}>
        {rows.map((row) => (
          <div key={row} className={classes.greyRow}>
            <Skeleton width="half" />
            <Skeleton size="caption" width="long" />
          </div>
        ))}
      </div>
    </>
  );
  if (!isWhole) return body;
  return (
    <Page>
      <div className={classes.greyGreeting}>
        <Skeleton size="title" width="half" />
      </div>
      {body}
    </Page>
  );
}
