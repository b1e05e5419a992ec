import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import type { VoucherInfo, VoucherLink } from '#shared/vouchers/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Ledger } from '#web/ui/ledger.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Facts } from './components/facts.tsx';
import { GivenLinks } from './components/given-links.tsx';
import { LinkSheet } from './components/link-sheet.tsx';
import { VoucherCard } from './components/voucher-card.tsx';
import { isUsable } from './components/voucher-labels.ts';
import { useShare, useVoucher } from './queries.ts';
import classes from './voucher-screen.module.css';

interface VoucherScreenProps {
  /** `id` of the address. */
  id: number;
}

/** One of the member's vouchers: what is shown at the desk, what is left and why, and giving a use on. */
export function VoucherScreen({ id }: VoucherScreenProps) {
  const { t } = useTexts();
  const query = useVoucher(id);
  const { data, error } = query;
  if (data) return <Shown voucher={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page>
        <EmptyState level={1} icon="gift" title={errorText(error, t)}>
          <ButtonLink to="/vouchers" search={{}} isWide>
            {t('vouchers.toList')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  if (error) {
    return (
      <Page>
        <NotLoaded
          level={1}
          title={t('vouchers.oneNotLoaded')}
          query={query}
          note={t('vouchers.nothingLost')}
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={t('vouchers.whatTitle')} size="flow" back={<Back />} />
      <div className={classes.parts} role="status" aria-label={t('common.loading')}>
        <div className={classes.blank} />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

function Back() {
  const { t } = useTexts();
  return (
    <IconLink to="/vouchers" search={{}} label={t('vouchers.toList')}>
      <Icon name="chevronLeft" />
    </IconLink>
  );
}

function Shown({ voucher }: { voucher: VoucherInfo }) {
  const [link, setLink] = useState<VoucherLink | null>(null);
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const { name, code, state, validFrom, validUntil, clubName, isShareable } = voucher;
  function show(given: VoucherLink) {
    setLink(given);
    setIsLinkOpen(true);
  }
  return (
    <Page width="wide" className={classes.page}>
      <div className={classes.main}>
        <PageHeader title={name} size="flow" back={<Back />} />
        <div className={classes.parts}>
          <VoucherCard code={code} state={state} validFrom={validFrom} />
          <div>
            <Uses voucher={voucher} />
            <Facts validFrom={validFrom} validUntil={validUntil} clubName={clubName} />
          </div>
          <GivenLinks voucher={voucher} onShow={show} />
        </div>
      </div>
      {isShareable && isUsable(voucher) ? <ShareBar voucher={voucher} onShared={show} /> : null}
      {link ? (
        <LinkSheet link={link} name={name} isOpen={isLinkOpen} onClose={() => setIsLinkOpen(false)} />
      ) : null}
    </Page>
  );
}

interface ShareBarProps {
  voucher: VoucherInfo;
  onShared: (link: VoucherLink) => void;
}

/** The consequence above the button: one use fewer, until when it can be had back. */
function ShareBar({ voucher, onShared }: ShareBarProps) {
  const { t } = useTexts();
  const { share, isPending, error } = useShare();
  const { id, usesLeft, openLinks, openLinksMax } = voucher;
  const isFull = openLinks >= openLinksMax;
  if (openLinksMax === 0) return null;
  if (isFull) {
    return (
      <ActionBar
        label={t('vouchers.shareBar')}
        title={t('vouchers.shareTitle')}
        text={t('vouchers.shareFull', { count: openLinksMax })}
        isPanelWhenWide
      />
    );
  }
  return (
    <ActionBar
      label={t('vouchers.shareBar')}
      title={t('vouchers.shareTitle')}
      titleEnd={t('vouchers.before', { before: usesLeft, after: usesLeft - 1 })}
      text={t('vouchers.shareText')}
      isPanelWhenWide
    >
      <div className={classes.problem} aria-live="assertive">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      </div>
      <Button
        isWide
        isPending={isPending}
        pendingText={t('vouchers.sharing')}
        onClick={() => share(id, onShared)}
      >
        {t('vouchers.share')}
      </Button>
    </ActionBar>
  );
}

/** How many uses are left, and the list behind it. */
function Uses({ voucher }: { voucher: VoucherInfo }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { usesLeft, uses, usesHeld } = voucher;
  const entries = voucher.entries.map(({ id, kind, atDateTime, change, left, note, heldUntil }) => ({
    id,
    what: t(`vouchers.${kind}`, { time: heldUntil === null ? '' : format.time(heldUntil) }),
    notes: [
      `${formatDate(localDate(atDateTime, format.timeZone))} ${format.time(atDateTime)}`,
      ...(note === '' ? [] : [note]),
    ],
    change,
    left,
  }));
  return (
    <Ledger
      className={classes.uses}
      label={t('vouchers.left')}
      note={usesHeld === 0 ? null : t('vouchers.heldCount', { count: usesHeld })}
      balance={t('vouchers.leftOf', { left: usesLeft, granted: uses })}
      words={{
        list: t('vouchers.ledger'),
        what: t('vouchers.entryWhat'),
        change: t('vouchers.entryChange'),
        left: t('vouchers.entryLeft'),
        isEmpty: t('vouchers.unused'),
      }}
      entries={entries}
    />
  );
}
