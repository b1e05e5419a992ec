import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { Panes, Reader, ReaderClose } from '#web/ui/panes.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
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
    <Panes title={t('contracts.title')} reader={id === undefined ? undefined : <Reading key={id} id={id} />}>
      <PageHeader title={t('contracts.title')}>
        {isSelling ? (
          <ButtonLink to="/purchase/contract" search={{}} size="small" variant="plain">
            {t('contracts.buyAnother')}
          </ButtonLink>
        ) : null}
      </PageHeader>
      {body()}
    </Panes>
  );

  function body() {
    const { data } = query;
    if (!data && query.isError) {
      return <NotLoaded query={query} title={t('contracts.notLoaded')} note={t('contracts.notLoadedText')} />;
    }
    if (!data) return <RowSkeletons label={t('common.loading')} />;
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
      <Reader>
        <ContractDetail contract={query.data} close={close} />
      </Reader>
    );
  }
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Reader>
      <ReaderClose>{close}</ReaderClose>
      {isMissing ? (
        <EmptyState icon="card" title={t('contracts.notFound')} text={t('contracts.notFoundText')} />
      ) : query.isError ? (
        <NotLoaded query={query} title={t('contracts.oneNotLoaded')} note={t('contracts.notLoadedText')} />
      ) : (
        <RowSkeletons label={t('common.loading')} />
      )}
    </Reader>
  );
}
