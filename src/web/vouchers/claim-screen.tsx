import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicVoucher } from '#shared/vouchers/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './claim-screen.module.css';
import { BuyLink } from './components/buy-link.tsx';
import { ClaimForm } from './components/claim-form.tsx';
import { CodeForm } from './components/code-form.tsx';
import { Facts } from './components/facts.tsx';
import { Keeping } from './components/keeping.tsx';
import { VoucherCard } from './components/voucher-card.tsx';
import { usePublicVoucher } from './queries.ts';

interface ClaimScreenProps {
  /** `token` of the address; without one a code is asked for. */
  token: string | undefined;
}

/** The claim page (specification point 2, public vouchers): a code to type, a gift to claim, or the voucher itself. */
export function ClaimScreen({ token }: ClaimScreenProps) {
  const navigate = useNavigate();
  const [claimed, setClaimed] = useState<{ email: string; token: string | null } | null>(null);
  const open = (next: string) => void navigate({ to: '/public/vouchers', search: { token: next } });
  if (token === undefined) return <Code onFound={open} />;
  if (claimed && claimed.token === null) return <Again email={claimed.email} />;
  return (
    <Opened
      key={token}
      token={token}
      claimedFor={claimed?.token === token ? claimed.email : undefined}
      onClaimed={(email, voucherToken) => {
        setClaimed({ email, token: voucherToken });
        // The gift's address has done its work: back does not lead to it.
        if (voucherToken !== null) {
          void navigate({ to: '/public/vouchers', search: { token: voucherToken }, replace: true });
        }
      }}
    />
  );
}

function Code({ onFound }: { onFound: (token: string) => void }) {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <PageHeader title={t('vouchers.codeTitle')} size="flow" />
      <div className={classes.flow}>
        <p className={classes.text}>{t('vouchers.codeText')}</p>
        <CodeForm onFound={onFound} />
        <BuyLink />
      </div>
    </Page>
  );
}

interface OpenedProps {
  token: string;
  /** The address it was mailed to a moment ago. */
  claimedFor: string | undefined;
  onClaimed: (email: string, voucherToken: string | null) => void;
}

function Opened({ token, claimedFor, onClaimed }: OpenedProps) {
  const { t } = useTexts();
  const query = usePublicVoucher(token);
  const { data, error, refetch } = query;
  if (data?.kind === 'voucher') return <Voucher voucher={data} token={token} claimedFor={claimedFor} />;
  if (data) {
    return <Gift gift={data} onClaimed={onClaimed} token={token} onRefused={() => void refetch()} />;
  }
  if (error instanceof ApiError && error.status === 404) return <Nothing isUnknown />;
  if (error) {
    return (
      <Page isCentred>
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
    <Page isCentred>
      <PageHeader title={t('vouchers.whatTitle')} size="flow" />
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

interface GiftProps {
  gift: Extract<PublicVoucher, { kind: 'link' }>;
  token: string;
  onClaimed: OpenedProps['onClaimed'];
  /** What stands there may have changed. */
  onRefused: () => void;
}

function Gift({ gift, token, onClaimed, onRefused }: GiftProps) {
  const { t } = useTexts();
  const { state, giver, name, validFrom, validUntil, clubName } = gift;
  if (state === 'expired') {
    return (
      <Nothing
        title={t('vouchers.linkExpiredTitle')}
        text={t('vouchers.linkExpiredText', { date: formatDate(validUntil) })}
      />
    );
  }
  if (state === 'revoked') {
    return <Nothing title={t('vouchers.linkRevokedTitle')} text={t('vouchers.linkRevokedText')} />;
  }
  const isClaimed = state === 'claimed';
  return (
    <Page isCentred>
      <PageHeader
        title={isClaimed ? t('vouchers.linkUsedTitle') : t('vouchers.claimTitle', { giver })}
        size="flow"
      />
      <div className={classes.flow}>
        {isClaimed ? <p className={classes.text}>{t('vouchers.linkUsedText')}</p> : null}
        <section className={classes.gift}>
          <h2 className={classes.name}>{name}</h2>
          <Facts validFrom={validFrom} validUntil={validUntil} clubName={clubName} uses={1} />
        </section>
        <ClaimForm token={token} isAgain={isClaimed} onDone={onClaimed} onRefused={onRefused} />
      </div>
    </Page>
  );
}

function Voucher({
  voucher,
  token,
  claimedFor,
}: {
  voucher: Extract<PublicVoucher, { kind: 'voucher' }>;
  token: string;
  claimedFor: string | undefined;
}) {
  const { t } = useTexts();
  const { name, code, state, validFrom, validUntil, clubName, holderName, usesLeft, uses } = voucher;
  return (
    <Page isCentred>
      <Heading isNew={claimedFor !== undefined}>{name}</Heading>
      <div className={classes.flow}>
        {claimedFor === undefined ? null : (
          <div role="status">
            <Notice tone="ok" icon="check" text={t('vouchers.claimedNow', { email: claimedFor })} />
          </div>
        )}
        <VoucherCard code={code} state={state} validFrom={validFrom} />
        <Keeping voucher={voucher} token={token} />
        <div>
          <div className={classes.left}>
            <span className={classes.label}>{t('vouchers.left')}</span>
            <span className={classes.number}>{t('vouchers.leftOf', { left: usesLeft, granted: uses })}</span>
          </div>
          <Facts validFrom={validFrom} validUntil={validUntil} clubName={clubName} holderName={holderName} />
        </div>
      </div>
    </Page>
  );
}

/** After a claim the page is another one: whoever listens hears its name first. */
function Heading({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  return (
    <PageHeader
      size="flow"
      title={
        <span ref={title} tabIndex={-1} className={classes.title}>
          {children}
        </span>
      }
    />
  );
}

function Again({ email }: { email: string }) {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <Heading isNew>{t('vouchers.againTitle')}</Heading>
      <div className={classes.flow}>
        <p className={classes.text} role="status">
          {t('vouchers.againText', { email })}
        </p>
        <ButtonLink to="/public/calendar/day">{t('vouchers.toTimetable')}</ButtonLink>
      </div>
    </Page>
  );
}

function Nothing({ isUnknown = false, title, text }: { isUnknown?: boolean; title?: string; text?: string }) {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState
        level={1}
        icon="gift"
        title={title ?? t('vouchers.unknownTitle')}
        text={text ?? t('vouchers.unknownText')}
      >
        {isUnknown ? (
          <ButtonLink to="/public/vouchers" search={{}} isWide>
            {t('vouchers.typeCode')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/public/calendar/day" isWide>
            {t('vouchers.toTimetable')}
          </ButtonLink>
        )}
      </EmptyState>
    </Page>
  );
}
