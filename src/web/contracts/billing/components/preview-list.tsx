import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import type { Preview } from '../queries.ts';
import classes from './lists.module.css';
import { Pages } from './pages.tsx';
import { Problems } from './problems.tsx';

interface PreviewListProps {
  preview: Preview;
  date: string | undefined;
  page: number;
  nights: number;
}

/** The invoices a run would make, each opened to its lines, and what stands in the way of others. */
export function PreviewList({ preview, date, page, nights }: PreviewListProps) {
  const { t } = useTexts();
  const money = useMoney();
  const { items, problems, offset } = preview;
  return (
    <>
      <Problems problems={problems} />
      <ul className={classes.list} aria-label={t('billingRuns.list')}>
        {items.map(({ contractId, number, payerName, total, lines }) => (
          <li key={contractId}>
            <details>
              <summary className={classes.summary}>
                <span>
                  <span className={classes.title}>{payerName}</span>
                  <span className={classes.text}>{t('billingRuns.contract', { number })}</span>
                </span>
                <strong className={classes.amount}>
                  {total === 0 ? t('billingRuns.settled') : money(total)}
                </strong>
              </summary>
              <ul className={classes.lines}>
                {lines.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own and never move
                  <li key={index} className={classes.line}>
                    <span>{line.article}</span>
                    <span className={classes.amount}>{money(line.total)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      <Pages
        offset={offset}
        count={items.length}
        isMore={offset + items.length < preview.contracts}
        previous={{ date, nights, page: page - 1 }}
        next={{ date, nights, page: page + 1 }}
      />
    </>
  );
}
