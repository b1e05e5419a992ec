import { type ReactNode, useState } from 'react';
import type { ContractDetail as Detail } from '#shared/contracts/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx';
import { ReaderFacts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useRevokeTermination } from '../queries.ts';
import classes from './contract-detail.module.css';
import { useContractLabels } from './contract-labels.ts';
import { ContractParts } from './contract-parts.tsx';
import { EndSheet } from './end-sheet.tsx';
import { FreezeSheet } from './freeze-sheet.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';

interface ContractDetailProps {
  contract: Detail;
  /** The way back to the list. */
  close: ReactNode;
}

/** One contract: what it is, what it costs next, what can be done with it, and what became of it. */
export function ContractDetail({ contract, close }: ContractDetailProps) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const status = labels.status(contract);
  const { next, phase } = contract;
  const isOver = phase === 'ended' || phase === 'withdrawn';
  return (
    <article className={classes.detail}>
      <header className={classes.head}>
        {status === null ? (
          <span className={classes.quiet}>{t('contracts.titleOne', { number: contract.number })}</span>
        ) : (
          <Tag tone={status.tone}>{status.text}</Tag>
        )}
        <span className={classes.close}>{close}</span>
      </header>
      <h2 className={classes.name}>{contract.packageName}</h2>
      <p className={classes.amount}>
        {money(contract.packagePrice)}{' '}
        <span className={classes.per}>{labels.period(contract.periodMonths)}</span>
      </p>
      {isOver || phase === 'pending' ? null : (
        <p className={classes.next}>
          {next
            ? `${t('contracts.nextPayment')}: ${t('contracts.nextPaymentOn', {
                amount: money(next.amount),
                date: formatDate(next.date),
              })}`
            : t('contracts.noNextPayment')}
        </p>
      )}
      <Status contract={contract} />
      <Facts contract={contract} />
      <Actions contract={contract} />
      <ContractParts contract={contract} />
    </article>
  );
}

/** What stands in the way, and what to do about it. */
function Status({ contract }: { contract: Detail }) {
  const { t } = useTexts();
  const money = useMoney();
  const { openInvoices, block, status, debt, phase } = contract;
  const [first] = openInvoices;
  const isBlocked = status === 1 && block !== null;
  if (!first && !isBlocked && phase !== 'pending') return null;
  const consequence =
    status === 6
      ? t('contracts.debtEnterOnly')
      : status === 3 || status === 5
        ? t('contracts.debtNothing')
        : '';
  return (
    <div className={classes.standing}>
      {phase === 'pending' ? <Notice tone="warn" icon="clock" text={t('contracts.pendingText')} /> : null}
      {isBlocked ? (
        <Notice
          tone="bad"
          icon="lock"
          text={
            block.until === null
              ? t('contracts.blocked', { reason: block.reason })
              : t('contracts.blockedUntil', { date: formatDate(block.until), reason: block.reason })
          }
        />
      ) : null}
      {first ? (
        <>
          <Notice
            tone={consequence === '' ? 'warn' : 'bad'}
            icon={consequence === '' ? 'clock' : 'warning'}
            text={`${t(debt > 0 ? 'contracts.debtText' : 'contracts.openText', {
              number: first.invoiceNumber,
              date: formatDate(first.dueDate),
            })} ${consequence}`.trim()}
          />
          {openInvoices.map((invoice) => (
            <ButtonAnchor
              key={invoice.id}
              href={`/public/invoices?invoice=${invoice.invoiceToken}`}
              isWide
              aria-label={`${t('contracts.payInvoice', { amount: money(invoice.balance) })}, ${invoice.invoiceNumber}`}
            >
              {t('contracts.payInvoice', { amount: money(invoice.balance) })}
            </ButtonAnchor>
          ))}
        </>
      ) : null}
    </div>
  );
}

function Facts({ contract }: { contract: Detail }) {
  const { t } = useTexts();
  const labels = useContractLabels();
  const { quantityTotal: total, quantityRemaining: left, bindingUntil, renews } = contract;
  const facts: [string, string][] = [
    [t('contracts.validity'), `${labels.validity(contract)}${renews ? `, ${t('contracts.renewsOn')}` : ''}`],
    [
      t('contracts.binding'),
      bindingUntil === null
        ? t('contracts.noBinding')
        : t('contracts.bindingUntil', { date: formatDate(bindingUntil) }),
    ],
    ...(total === null || left === null
      ? []
      : [[t('contracts.visits'), t('contracts.visitsLeft', { left, total })] satisfies [string, string]]),
    [t('contracts.club'), contract.clubName],
    [t('contracts.payer'), contract.payerName],
    [t('contracts.created'), `${formatDate(contract.createdDate)}, ${contract.number}`],
  ];
  return (
    <>
      <ReaderFacts facts={facts.map(([label, value]) => ({ label, value }))} />
      {contract.description === '' ? null : <p className={classes.text}>{contract.description}</p>}
    </>
  );
}

type Asked = 'freeze' | 'end' | 'withdraw';

/** Each opens a sheet that shows what it would mean before anything happens. */
function Actions({ contract }: { contract: Detail }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<Asked | null>(null);
  const takeBack = useRevokeTermination();
  const { id, canFreeze, canEnd, canTakeEndBack, renewal, withdrawalUntil } = contract;
  const close = () => setAsked(null);
  return (
    <div className={classes.actions}>
      {canTakeEndBack ? (
        <Button
          isWide
          isPending={takeBack.isPending}
          pendingText={t('contracts.takingEndBack')}
          onClick={() => takeBack.mutate({ params: { id } })}
        >
          {t('contracts.takeEndBack')}
        </Button>
      ) : null}
      {renewal ? (
        <ButtonLink
          to="/purchase/contract"
          search={{ id: renewal.productId, unit: renewal.unitId }}
          isWide
          variant={canTakeEndBack ? 'plain' : 'primary'}
        >
          {t('contracts.renew')}
        </ButtonLink>
      ) : null}
      {canFreeze ? (
        <Button isWide variant="plain" onClick={() => setAsked('freeze')}>
          {t('contracts.freeze')}
        </Button>
      ) : null}
      {canEnd ? (
        <Button isWide variant="plain" onClick={() => setAsked('end')}>
          {t('contracts.end')}
        </Button>
      ) : null}
      {withdrawalUntil === null && asked !== 'withdraw' ? null : (
        <Button isWide variant="plain" onClick={() => setAsked('withdraw')}>
          {t('contracts.withdraw')}
        </Button>
      )}
      <FreezeSheet contract={contract} isOpen={asked === 'freeze'} onClose={close} />
      <EndSheet contract={contract} isOpen={asked === 'end'} onClose={close} />
      <WithdrawSheet contract={contract} isOpen={asked === 'withdraw'} onClose={close} />
    </div>
  );
}
