import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** An address that names no payment. */
export function NoPayment() {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState
        level={1}
        icon="info"
        title={t('payments.noPaymentTitle')}
        text={t('payments.noPaymentText')}
      >
        <ButtonLink to="/public/calendar/day" isWide>
          {t('payments.toTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
