import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** For every address that shows nothing (specification point 2). */
export function NotFoundScreen() {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState icon="pin" title={t('pages.notFound')} text={t('pages.notFoundText')} level={1}>
        <ButtonLink to="/" isWide>
          {t('pages.backToHome')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
