import { eurosToCents } from '#shared/kernel/money.ts';
import type { TrainerPage } from '#shared/trainers/pages/contract.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { useFirstFree } from '../queries.ts';
import classes from '../trainer-screen.module.css';

/** What personal trainings with the trainer cost, and when the next could be. */
export function PersonalPrices({ trainer }: { trainer: TrainerPage }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const firstFree = useFirstFree(trainer.id, true);
  const money = (euros: number) => formatMoney(eurosToCents(euros), language);
  return (
    <section className={classes.part} aria-label={t('training.personal')}>
      <h2 className={classes.heading}>{t('training.personal')}</h2>
      <ul className={`${classes.list} ${classes.rows}`}>
        {trainer.personal.map(({ id, name, visits, validCount, validUnit, price }, index) => {
          const isSoonest = index === 0 && firstFree;
          const valid = t(`training.validFor_${validUnit}`, { count: validCount });
          return (
            <li key={id}>
              <ListRow
                title={name}
                text={
                  isSoonest
                    ? capitalize(t('training.firstFree', { when: format.dayAndTime(firstFree) }))
                    : valid
                }
                end={
                  <span className={classes.price}>
                    {money(price)}
                    {visits !== null && visits > 1 ? (
                      <span className={classes.each}>
                        {t('training.each', { price: money(Math.round((price * 100) / visits) / 100) })}
                      </span>
                    ) : null}
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
