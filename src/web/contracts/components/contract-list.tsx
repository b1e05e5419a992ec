import { Link } from '@tanstack/react-router';
import type { Contract } from '#shared/contracts/contract.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Tag } from '#web/ui/tag.tsx';
import { useContractLabels } from './contract-labels.ts';
import classes from './contract-list.module.css';

interface ContractListProps {
  title: string;
  items: readonly Contract[];
  /** The one that is read. */
  openId: number | undefined;
}

/** One contract a row: what and how much, over how long and what is unusual about it. */
export function ContractList({ title, items, openId }: ContractListProps) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  if (items.length === 0) return null;
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.list}>
        {items.map((contract) => {
          const status = labels.status(contract);
          const { quantityTotal: total, quantityRemaining: left } = contract;
          return (
            <li key={contract.id}>
              <Link
                to="/contracts"
                search={{ id: contract.id }}
                className={joinClasses(classes.row, contract.id === openId && classes.open)}
                aria-current={contract.id === openId || undefined}
              >
                <span className={classes.name}>{contract.packageName}</span>
                <span className={classes.price}>
                  {money(contract.packagePrice)}
                  <span className={classes.per}>{labels.period(contract.periodMonths)}</span>
                </span>
                <span className={classes.facts}>
                  <span>{labels.validity(contract)}</span>
                  <span>
                    {contract.number} · {contract.clubName}
                  </span>
                  {total === null || left === null ? null : (
                    <span>
                      {t('contracts.visits')}: {t('contracts.visitsLeft', { left, total })}
                    </span>
                  )}
                </span>
                {status === null ? null : (
                  <span className={classes.status}>
                    <Tag tone={status.tone}>{status.text}</Tag>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
