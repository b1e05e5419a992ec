import { ErrorState } from '#web/ui/states.tsx';
import { errorText } from './queries.ts';
import { useTexts } from './texts.tsx';

interface NotLoadedProps {
  /** What could not be loaded. */
  title: string;
  query: { readonly error: unknown; readonly isFetching: boolean; refetch: () => Promise<unknown> };
  /** What is safe all the same: a sentence after the reason. */
  note?: string;
  /** 1 when this is the screen. */
  level?: 1 | 2;
}

/** A query that failed: what is not there, why, and asking again. */
export function NotLoaded({ title, query, note, level }: NotLoadedProps) {
  const { t } = useTexts();
  const reason = errorText(query.error, t);
  return (
    <ErrorState
      title={title}
      text={note === undefined ? reason : `${reason}. ${note}`}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
      {...(level && { level })}
    />
  );
}
