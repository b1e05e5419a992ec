import { useNavigate } from '@tanstack/react-router';
import type { ContractPackage } from '#shared/contracts/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useContractLabels } from './contract-labels.ts';
import classes from './package-choice.module.css';

interface PackageChoiceProps {
  packages: readonly ContractPackage[];
  chosen: ContractPackage;
  clubId: number;
}

/** One of the packages of a club, each with its terms; one whose days are taken says so. */
export function PackageChoice({ packages, chosen, clubId }: PackageChoiceProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t('contracts.choosePackage')}</legend>
      {packages.map((one) => (
        <label key={one.id} className={classes.package}>
          <input
            type="radio"
            name="package"
            className={classes.radio}
            checked={one.id === chosen.id}
            disabled={one.startFrom === null}
            onChange={() =>
              void navigate({
                to: '/purchase/contract',
                search: { id: one.id, unit: clubId },
                replace: true,
                resetScroll: false,
              })
            }
          />
          <Labels sold={one} />
        </label>
      ))}
    </fieldset>
  );
}

function Labels({ sold }: { sold: ContractPackage }) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const { today } = useTimeFormat();
  const { termMonths, bindingMonths, renews, joiningFee, startFrom } = sold;
  const terms = [
    termMonths === null ? t('contracts.termless') : t('contracts.term', { count: termMonths }),
    ...(renews ? [t('contracts.renews')] : []),
    ...(bindingMonths > 0 ? [t('contracts.bound', { count: bindingMonths })] : []),
  ];
  return (
    <>
      <span className={classes.words}>
        <span className={classes.name}>{sold.name}</span>
        <span className={classes.text}>{sold.description}</span>
        <span className={classes.text}>{terms.join(', ')}</span>
        {joiningFee > 0 ? (
          <span className={classes.text}>{t('contracts.joiningFee', { price: money(joiningFee) })}</span>
        ) : null}
        {startFrom === null ? (
          <span className={classes.held}>{t('contracts.heldAlways')}</span>
        ) : startFrom > today ? (
          <span className={classes.held}>{t('contracts.heldUntil', { date: formatDate(startFrom) })}</span>
        ) : null}
      </span>
      <span className={classes.price}>
        {money(sold.priceOnline)}
        <span className={classes.per}>{labels.period(sold.periodMonths)}</span>
      </span>
    </>
  );
}
