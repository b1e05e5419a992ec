import type { Voucher } from '#shared/vouchers/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { EndedList, LeftAndOn, OwnList } from '#web/ui/own-list.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ListRowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { BuyLink } from './components/buy-link.tsx';
import { isUsable, useVoucherLabels } from './components/voucher-labels.ts';
import { useVouchers } from './queries.ts';
import classes from './vouchers-screen.module.css';

/** The member's vouchers: those that can be used, and folded those that cannot any more (specification point 2). */
export function VouchersScreen() {
  const { t } = useTexts();
  const query = useVouchers();
  const { data, error } = query;
  return (
    <Page>
      <PageHeader title={t('vouchers.title')}>
        {data && data.length > 0 ? (
          <ButtonLink to="/public/vouchers" search={{}} variant="plain" size="small">
            {t('vouchers.haveCode')}
          </ButtonLink>
        ) : null}
      </PageHeader>
      {body()}
    </Page>
  );

  function body() {
    if (data) return data.length === 0 ? <Nothing /> : <Lists vouchers={data} />;
    if (error) {
      return <NotLoaded title={t('vouchers.notLoaded')} query={query} note={t('vouchers.nothingLost')} />;
    }
    return <ListRowSkeletons label={t('common.loading')} />;
  }
}

function Nothing() {
  const { t } = useTexts();
  return (
    <EmptyState icon="gift" title={t('vouchers.none')} text={t('vouchers.noneText')}>
      <ButtonLink to="/public/vouchers" search={{}} isWide>
        {t('vouchers.haveCode')}
      </ButtonLink>
      <BuyLink />
    </EmptyState>
  );
}

function Lists({ vouchers }: { vouchers: readonly Voucher[] }) {
  const { t } = useTexts();
  const usable = vouchers.filter(isUsable);
  const ended = vouchers.filter((voucher) => !isUsable(voucher));
  return (
    <>
      <Rows vouchers={usable} label={t('vouchers.usable')} />
      <EndedList title={t('vouchers.ended')} count={ended.length} isOpen={usable.length === 0}>
        <Rows vouchers={ended} label={t('vouchers.ended')} />
      </EndedList>
      <div className={classes.buy}>
        <BuyLink />
      </div>
    </>
  );
}

function Rows({ vouchers, label }: { vouchers: readonly Voucher[]; label: string }) {
  const { t } = useTexts();
  const labels = useVoucherLabels();
  return (
    <OwnList label={label}>
      {vouchers.map((voucher) => {
        const { id, name, state, usesLeft, uses } = voucher;
        const tag = labels.tag(state);
        return (
          <li key={id}>
            <ListRowLink
              to="/vouchers"
              search={{ id }}
              title={name}
              text={labels.summary(voucher)}
              end={
                tag === null ? (
                  <LeftAndOn
                    seen={t('vouchers.leftOf', { left: usesLeft, granted: uses })}
                    heard={t('vouchers.rowLeft', { count: usesLeft })}
                  />
                ) : (
                  <Tag tone={state === 'revoked' ? 'bad' : 'neutral'}>{tag}</Tag>
                )
              }
            />
          </li>
        );
      })}
    </OwnList>
  );
}
