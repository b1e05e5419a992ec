import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { WithdrawalSteps } from './components/withdrawal-steps.tsx';
import { usePublicWithdrawal, useWithdrawByLink } from './queries.ts';
import classes from './withdrawal-screen.module.css';

interface WithdrawalScreenProps {
  /** `token` of the mailed address. */
  token: string | undefined;
}

/** Withdrawing from a contract by a mailed link, without logging in. Opening it changes nothing; the second press does. */
export function WithdrawalScreen({ token }: WithdrawalScreenProps) {
  return token === undefined ? <Unknown /> : <Linked token={token} />;
}

function Linked({ token }: { token: string }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const found = usePublicWithdrawal(token);
  const command = useWithdrawByLink();
  const { data, error } = found;
  if (data?.plan) {
    return (
      <Page isCentred>
        <PageHeader
          title={t('contracts.withdrawPage')}
          subtitle={`${data.packageName}, ${data.number}`}
          size="flow"
        />
        <div className={classes.flow}>
          <WithdrawalSteps
            number={data.number}
            plan={data.plan}
            done={command.data}
            problem={command.error ? errorText(command.error, t) : undefined}
            isPending={command.isPending}
            onConfirm={() => command.mutate({ body: { token } })}
          />
        </div>
      </Page>
    );
  }
  if (data) {
    const { withdrawnAt } = data;
    return (
      <Page isCentred>
        {withdrawnAt === null ? (
          <EmptyState
            level={1}
            icon="clock"
            title={t('contracts.withdrawLate')}
            text={t('contracts.withdrawLateText')}
          >
            <ButtonLink to="/contracts" search={{}} isWide>
              {t('contracts.title')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState
            level={1}
            icon="check"
            title={t('contracts.withdrawnAlready', { at: format.dayAndTime(withdrawnAt) })}
          />
        )}
      </Page>
    );
  }
  if (error instanceof ApiError && error.status === 404) return <Unknown />;
  return (
    <Page isCentred>
      {error ? (
        <NotLoaded
          level={1}
          title={t('contracts.oneNotLoaded')}
          query={found}
          note={t('contracts.notLoadedText')}
        />
      ) : (
        <>
          <PageHeader title={t('contracts.withdrawPage')} size="flow" />
          <div className={classes.flow} role="status" aria-label={t('common.loading')}>
            <Skeleton width="half" />
            <Skeleton width="full" />
          </div>
        </>
      )}
    </Page>
  );
}

function Unknown() {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState
        level={1}
        icon="info"
        title={t('contracts.withdrawUnknown')}
        text={t('contracts.withdrawUnknownText')}
      />
    </Page>
  );
}
