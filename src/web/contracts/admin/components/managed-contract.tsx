import { localDate } from '#shared/kernel/dates.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { SheetActions, sheetParts } from '#web/kernel/sheet-form.tsx';
import { SheetStep } from '#web/kernel/sheet-step.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Rows } from '#web/ui/part.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useContractLabels } from '../../components/contract-labels.ts';
import { type ManagedContract, useManagedContract } from '../queries.ts';
import { BlockForm, CollectForm, RecallForm, UnblockForm } from './decision-forms.tsx';
import classes from './managed-contract.module.css';
import { PriceForm } from './price-form.tsx';

/** What is being decided about the contract that is open. */
export type Decision = 'price' | 'block' | 'unblock' | 'collect' | 'recall';

interface BodyProps {
  id: number;
  decision: Decision | undefined;
  onDecide: (decision: Decision | undefined) => void;
}

/** Inside the sheet of a contract: how it stands and what may be decided, or one of the decisions. */
export function ManagedContractBody({ id, decision, onDecide }: BodyProps) {
  const { t } = useTexts();
  const { data, error } = useManagedContract(id);
  if (error) return <Notice tone="bad" icon="warning" text={errorText(error, t)} />;
  if (!data) return <Skeleton width="full" />;
  const form = { contract: data, onDone: () => onDecide(undefined) };
  return (
    <SheetStep key={decision ?? 'standing'}>
      {decision === 'price' ? <PriceForm {...form} /> : null}
      {decision === 'block' ? <BlockForm {...form} /> : null}
      {decision === 'unblock' ? <UnblockForm {...form} /> : null}
      {decision === 'collect' ? <CollectForm {...form} /> : null}
      {decision === 'recall' ? <RecallForm {...form} /> : null}
      {decision === undefined ? <Status contract={data} onDecide={onDecide} /> : null}
    </SheetStep>
  );
}

function Status({
  contract,
  onDecide,
}: {
  contract: ManagedContract;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTexts();
  const status = useContractLabels().status(contract);
  const { block, canBlock, canUnblock, canCollect, canRecall, earliestPriceDate } = contract;
  return (
    <div className={sheetParts}>
      {status ? (
        <p>
          <Tag tone={status.tone}>{status.text}</Tag>
        </p>
      ) : null}
      {block ? (
        <Notice
          tone="bad"
          icon="warning"
          text={
            block.until === null
              ? t('contracts.blocked', { reason: block.reason })
              : t('contracts.blockedUntil', { date: formatDate(block.until), reason: block.reason })
          }
        />
      ) : null}
      <Facts facts={useFacts(contract)} />
      <SheetActions>
        {earliestPriceDate === null ? null : (
          <Button variant="plain" isWide onClick={() => onDecide('price')}>
            {t('clientContracts.price')}
          </Button>
        )}
        {canUnblock ? (
          <Button variant="plain" isWide onClick={() => onDecide('unblock')}>
            {t('clientContracts.unblock')}
          </Button>
        ) : null}
        {canRecall ? (
          <Button variant="plain" isWide onClick={() => onDecide('recall')}>
            {t('clientContracts.recall')}
          </Button>
        ) : null}
        {canBlock ? (
          <Button variant="danger-outline" isWide onClick={() => onDecide('block')}>
            {t(block ? 'clientContracts.blockAgain' : 'clientContracts.block')}
          </Button>
        ) : null}
        {canCollect ? (
          <Button variant="danger-outline" isWide onClick={() => onDecide('collect')}>
            {t('clientContracts.collect')}
          </Button>
        ) : null}
      </SheetActions>
      <History contract={contract} />
    </div>
  );
}

function useFacts(contract: ManagedContract): Fact[] {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const { packagePrice, periodMonths, bindingUntil, next, debt, openInvoices } = contract;
  return [
    { label: t('clientContracts.package'), value: contract.packageName },
    { label: t('contracts.club'), value: contract.clubName },
    { label: t('contracts.validity'), value: labels.validity(contract) },
    ...(bindingUntil === null
      ? []
      : [
          {
            label: t('contracts.binding'),
            value: t('contracts.bindingUntil', { date: formatDate(bindingUntil) }),
          },
        ]),
    { label: t('clientContracts.priceNow'), value: `${money(packagePrice)} ${labels.period(periodMonths)}` },
    {
      label: t('contracts.nextPayment'),
      value: next
        ? t('contracts.nextPaymentOn', { amount: money(next.amount), date: formatDate(next.date) })
        : t('contracts.noNextPayment'),
    },
    ...openInvoices.map(({ invoiceNumber, dueDate, balance }) => ({
      label: t('clientContracts.openInvoice', { number: invoiceNumber, date: formatDate(dueDate) }),
      value: money(balance),
    })),
    { label: t('clientContracts.debt'), value: money(debt) },
  ];
}

function History({ contract: { history } }: { contract: ManagedContract }) {
  const { t } = useTexts();
  const { timeZone } = useStartContext().configuration;
  return (
    <details>
      <summary className={classes.summary}>{t('contracts.history')}</summary>
      <Rows>
        {history.map(({ kind, at, from, until, reason }) => {
          const dates = [from, until].filter((date) => date !== null).map(formatDate);
          return (
            <li key={`${at} ${kind}`}>
              <ListRow
                title={t(`contracts.kind_${kind}`)}
                text={[formatDate(localDate(at, timeZone)), dates.join('–'), reason]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </li>
          );
        })}
      </Rows>
    </details>
  );
}
