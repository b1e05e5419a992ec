import type { JoinPrice } from '#shared/joining/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './join.module.css';

/** Every line the invoice will have, and what is paid today. */
export function PriceLines({ price, isShort = false }: { price: JoinPrice; isShort?: boolean }) {
  const { t, language } = useTexts();
  const euros = (amount: number) => formatEuros(amount, language);
  return (
    <div>
      <dl className={joinClasses(classes.lines, isShort && classes.short)}>
        {price.lines.map((line, index) => (
          <div key={line.name} className={classes.line}>
            <dt>
              {line.name}
              {index === 0 && price.part ? (
                <span className={classes.detail}>{t('joining.partOf', price.part)}</span>
              ) : null}
            </dt>
            <dd className={classes.money}>{euros(line.price)}</dd>
          </div>
        ))}
        {price.discount > 0 ? (
          <div className={classes.line}>
            <dt>
              {price.code === null ? t('joining.discount') : t('joining.codeDiscount', { code: price.code })}
            </dt>
            <dd className={classes.money}>{euros(-price.discount)}</dd>
          </div>
        ) : null}
      </dl>
      <div className={classes.total}>
        <span className={classes.totalLabel}>{t('joining.payToday')}</span>
        <span className={classes.amount}>{euros(price.total)}</span>
      </div>
      {price.vat > 0 && !isShort ? (
        <p className={classes.note}>{t('joining.vat', { amount: euros(price.vat) })}</p>
      ) : null}
    </div>
  );
}
