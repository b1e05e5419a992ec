import { ErrorState } from '#web/ui/states.tsx';
import { errorText } from './queries.ts';
import { useTexts } from './texts.tsx';

interface NotLoadedProps {
  /** What could not be loaded. */
  title: string;
  query: { readonly error: Error | null; readonly isFetching: boolean; refetch: () => Promise<unknown> };
  /** 1 when this is the screen. */
  level?: 1 | 2;
}

/** A query that failed: what is not there, why, and asking again. */
export function NotLoaded({ title, query, level }: NotLoadedProps) {
  const { t } = useTexts();
  return (
    <ErrorState
      title={title}
      text={errorText(query.error, t)}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
      {...(level && { level })}
    />
  );
}
