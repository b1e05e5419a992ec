import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ContractDetail as Detail } from '#shared/contracts/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './contract-parts.module.css';
import { ReturnSheet } from './return-sheet.tsx';

/** What lies behind a contract: its freezes, what was billed, and its history. */
export function ContractParts({ contract }: { contract: Detail }) {
  return (
    <>
      <Freezes contract={contract} />
      <Periods contract={contract} />
      <History contract={contract} />
    </>
  );
}

function Freezes({ contract }: { contract: Detail }) {
  const { t } = useTexts();
  const { freezes } = contract;
  const [asked, setAsked] = useState<Detail['freezes'][number]>();
  const [isOpen, setIsOpen] = useState(false);
  if (freezes.length === 0) return null;
  const labels = {
    planned: t('contracts.freezeUpcoming'),
    running: t('contracts.freezeRunning'),
    over: t('contracts.freezeOver'),
  };
  return (
    <section className={classes.part}>
      <h3>{t('contracts.freezes')}</h3>
      <ul>
        {freezes.map((freeze) => (
          <li key={freeze.id} className={joinClasses(classes.line, classes.freeze)}>
            <span>
              {t('contracts.freezeSpan', { from: formatDate(freeze.from), until: formatDate(freeze.until) })}
              <span className={classes.note}>{labels[freeze.state]}</span>
            </span>
            {freeze.state === 'over' ? null : (
              <Button
                variant="text"
                size="small"
                onClick={() => {
                  setAsked(freeze);
                  setIsOpen(true);
                }}
              >
                {t(freeze.state === 'planned' ? 'contracts.takeFreezeBack' : 'contracts.comeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked ? (
        <ReturnSheet
          key={asked.id}
          contract={contract}
          freeze={asked}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </section>
  );
}

function Periods({ contract: { periods } }: { contract: Detail }) {
  const { t } = useTexts();
  const money = useMoney();
  return (
    <Folded title={t('contracts.periods')} isOpen>
      {periods.length === 0 ? (
        <p className={classes.note}>{t('contracts.noPeriods')}</p>
      ) : (
        <ul>
          {periods.map((period) => (
            <li key={period.from} className={classes.line}>
              <span>
                {period.isLastAccount
                  ? t('contracts.lastAccount')
                  : t('contracts.freezeSpan', {
                      from: formatDate(period.from),
                      until: formatDate(period.until),
                    })}
                {period.invoiceId === null ? null : (
                  <Link to="/invoices" search={{ id: period.invoiceId }} className={classes.link}>
                    {period.invoiceNumber}
                  </Link>
                )}
              </span>
              <span className={classes.end}>
                {money(period.amount)}
                <span className={classes.note}>
                  {period.isPaid ? <Icon name="check" size={16} /> : null}
                  {period.amount === 0
                    ? t('contracts.free')
                    : t(period.isPaid ? 'contracts.periodPaid' : 'contracts.periodOpen')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

function History({ contract: { history } }: { contract: Detail }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  if (history.length === 0) return null;
  return (
    <Folded title={t('contracts.history')}>
      <ol>
        {history.map(({ kind, at, from, until, reason }) => (
          <li key={`${kind} ${at}`} className={classes.line}>
            <span>
              {t(`contracts.kind_${kind}`)}
              {from && until ? (
                <span className={classes.note}>
                  {t('contracts.freezeSpan', { from: formatDate(from), until: formatDate(until) })}
                </span>
              ) : until ? (
                <span className={classes.note}>
                  {t('contracts.finalDay')} {formatDate(until)}
                </span>
              ) : null}
              {reason === '' ? null : <span className={classes.note}>{reason}</span>}
            </span>
            <span className={classes.when}>{format.dayAndTime(at)}</span>
          </li>
        ))}
      </ol>
    </Folded>
  );
}

function Folded({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className={classes.part} open={isOpen}>
      <summary className={classes.summary}>
        <h3>{title}</h3>
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      {children}
    </details>
  );
}
