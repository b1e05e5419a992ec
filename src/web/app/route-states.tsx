import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** While a screen's part is fetched: its title and rows as grey bars. */
export function RoutePending() {
  const { t } = useTexts();
  return (
    <Page>
      <p className="visually-hidden" role="status">
        {t('common.loading')}
      </p>
      <Skeleton size="title" width="half" />
      <Skeleton size="block" width="full" />
      <Skeleton size="block" width="full" />
      <Skeleton size="block" width="full" />
    </Page>
  );
}

/** Whoever is signed in here stays so while the server cannot be reached: no log-in form, which could not be sent either. */
export function Unanswered() {
  const { t } = useTexts();
  const isOffline = navigator.onLine === false;
  return (
    <Page>
      <ErrorState
        level={1}
        title={isOffline ? t('common.offlineTitle') : t('common.unansweredTitle')}
        text={t('common.unansweredText')}
        retryText={t('common.tryAgain')}
        onRetry={() => window.location.reload()}
      >
        <ButtonLink to="/entry" variant="plain" isWide>
          {t('menu.enter')}
        </ButtonLink>
      </ErrorState>
    </Page>
  );
}

/** A screen that could not be drawn. */
export function RouteError({ reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  // Its part of the program was never fetched on this device.
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  function retry() {
    reset?.();
    void router.invalidate();
  }
  return (
    <Page>
      <ErrorState
        level={1}
        title={isOffline ? t('common.offlineTitle') : t('errors.unknown')}
        text={isOffline ? t('common.offlineText') : t('pages.loadFailedText')}
        retryText={t('common.tryAgain')}
        onRetry={retry}
      />
    </Page>
  );
}
