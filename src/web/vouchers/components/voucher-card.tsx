import { showCode } from '#shared/vouchers/codes/domain.ts';
import type { VoucherState } from '#shared/vouchers/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useAwakeScreen } from '#web/kernel/wake-lock.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './voucher-card.module.css';
import { useVoucherLabels } from './voucher-labels.ts';

interface VoucherCardProps {
  code: string;
  state: VoucherState;
  validFrom: string;
}

/** What is shown at the desk, to be scanned or read out; or why there is nothing to show any more. */
export function VoucherCard({ code, state, validFrom }: VoucherCardProps) {
  const { t } = useTexts();
  const labels = useVoucherLabels();
  useAwakeScreen(state === 'active');
  if (state === 'used' || state === 'expired' || state === 'revoked') {
    return <Notice tone="warn" icon="info" text={`${labels.why(state)}. ${t('vouchers.cannotUse')}`} />;
  }
  return (
    <figure className={classes.card}>
      <QrCode text={code} label={t('vouchers.codeName')} className={classes.code} />
      <figcaption className={classes.caption}>
        <span className={classes.typed}>{showCode(code)}</span>
        <span className={classes.show}>
          {state === 'notYetValid'
            ? t('vouchers.showFrom', { date: formatDate(validFrom) })
            : t('vouchers.show')}
        </span>
      </figcaption>
    </figure>
  );
}
