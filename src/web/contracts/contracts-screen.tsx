import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { ContractDetail } from './components/contract-detail.tsx';
import { ContractList } from './components/contract-list.tsx';
import classes from './contracts-screen.module.css';
import { useContract, useContracts } from './queries.ts';

interface ContractsScreenProps {
  /** The contract that is read. */
  id?: number | undefined;
}

/** A member's contracts, valid and archived (specification point 4); one of them beside the list, on a phone instead of it. */
export function ContractsScreen({ id }: ContractsScreenProps) {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  const query = useContracts();
  const isSelling = pageRules.payment.isPaymentActive;
  return (
    <Page width="table" className={joinClasses(id !== undefined && classes.wide)}>
      <div className={joinClasses(classes.panes, id !== undefined && classes.reading)}>
        <div className={classes.list}>
          <PageHeader title={t('contracts.title')}>
            {isSelling ? (
              <ButtonLink to="/purchase/contract" search={{}} size="small" variant="plain">
                {t('contracts.buyAnother')}
              </ButtonLink>
            ) : null}
          </PageHeader>
          {body()}
        </div>
        {id === undefined ? null : <h1 className={classes.alone}>{t('contracts.title')}</h1>}
        {id === undefined ? null : <Reading key={id} id={id} />}
      </div>
    </Page>
  );

  function body() {
    const { data } = query;
    if (!data) return query.isError ? <NotLoaded query={query} title={t('contracts.notLoaded')} /> : <Rows />;
    if (data.valid.length + data.archived.length === 0) {
      return (
        <EmptyState icon="card" title={t('contracts.none')} text={t('contracts.noneText')}>
          {isSelling ? (
            <ButtonLink to="/purchase/contract" search={{}} isWide>
              {t('contracts.buyFirst')}
            </ButtonLink>
          ) : undefined}
        </EmptyState>
      );
    }
    return (
      <>
        {data.valid.length === 0 ? <p className={classes.empty}>{t('contracts.noneArchived')}</p> : null}
        <ContractList title={t('contracts.valid')} items={data.valid} openId={id} />
        <ContractList title={t('contracts.archived')} items={data.archived} openId={id} />
      </>
    );
  }
}

function Rows() {
  const { t } = useTexts();
  return (
    <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
      <Skeleton width="half" />
      <Skeleton width="half" />
      <Skeleton width="half" />
    </div>
  );
}

function Reading({ id }: { id: number }) {
  const { t } = useTexts();
  const query = useContract(id);
  const close = (
    <IconLink to="/contracts" search={{}} label={t('contracts.backToList')}>
      <Icon name="close" />
    </IconLink>
  );
  if (query.data) {
    return (
      <div className={classes.reader}>
        <ContractDetail contract={query.data} close={close} />
      </div>
    );
  }
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className={classes.reader}>
      <div className={classes.closing}>{close}</div>
      {isMissing ? (
        <EmptyState icon="card" title={t('contracts.notFound')} text={t('contracts.notFoundText')} />
      ) : query.isError ? (
        <NotLoaded query={query} title={t('contracts.oneNotLoaded')} />
      ) : (
        <Rows />
      )}
    </div>
  );
}

interface NotLoadedProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  title: string;
}

function NotLoaded({ query, title }: NotLoadedProps) {
  const { t } = useTexts();
  return (
    <ErrorState
      title={title}
      text={`${errorText(query.error, t)}. ${t('contracts.notLoadedText')}`}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
