import type { Voucher } from '#shared/vouchers/contract.ts';
import type { VoucherState } from '#shared/vouchers/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** A voucher that can be used, now or later. */
export function isUsable({ state }: { state: VoucherState }): boolean {
  return state === 'active' || state === 'notYetValid';
}

const tags = { used: 'stateUsed', expired: 'stateExpired', revoked: 'stateRevoked' } as const;

/** What a row says of a voucher, and why one cannot be used. */
export function useVoucherLabels() {
  const { t } = useTexts();
  const until = ({ state, validFrom, validUntil }: Pick<Voucher, 'state' | 'validFrom' | 'validUntil'>) =>
    state === 'notYetValid'
      ? t('vouchers.rowFrom', { date: formatDate(validFrom) })
      : t('vouchers.rowUntil', { date: formatDate(validUntil) });
  return {
    /** "kuni 11.04.2027 · Kesklinn · 1 link avatud". */
    summary: (voucher: Voucher) =>
      [
        until(voucher),
        voucher.clubName,
        voucher.openLinks === 0 ? '' : t('vouchers.openLinks', { count: voucher.openLinks }),
      ]
        .filter(Boolean)
        .join(' · '),
    tag: (state: VoucherState) => (state in tags ? t(`vouchers.${tags[state as keyof typeof tags]}`) : null),
    /** With the codes of the refusals it would meet. */
    why: (state: 'used' | 'expired' | 'revoked') => {
      const codes = {
        used: 'voucherAlreadyUsed',
        expired: 'voucherExpired',
        revoked: 'voucherRevoked',
      } as const;
      return t(`errors.${codes[state]}`);
    },
  };
}
