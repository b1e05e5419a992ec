import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Leads to where vouchers are sold; nothing where none are sold in the app. */
export function BuyLink() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  if (!pageRules.payment.isPaymentActive) return null;
  return (
    <ButtonLink to="/public/tickets" search={{}} hash="vouchers" variant="plain" isWide>
      {t('vouchers.buyTitle')}
    </ButtonLink>
  );
}
