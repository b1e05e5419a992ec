import { useLocation } from '@tanstack/react-router';
import type { PublicVoucher } from '#shared/vouchers/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useKeep } from '../queries.ts';
import classes from './keeping.module.css';

interface KeepingProps {
  voucher: Extract<PublicVoucher, { kind: 'voucher' }>;
  token: string;
}

/** How a voucher whose address one bears becomes a place: logged in, in one's account, in the timetable. */
export function Keeping({ voucher, token }: KeepingProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const origin = useLocation({ select: (location) => location.href });
  const { mutate, isPending, error } = useKeep();
  const { state, kept } = voucher;
  const isUsable = state === 'active' || state === 'notYetValid';
  if (!isUsable || kept === 'other') return null;
  if (!isMember) {
    // Whoever has it in an account finds it there.
    return kept === 'nobody' ? (
      <ButtonLink to="/" search={{ origin }} isWide variant="plain">
        {t('vouchers.loginToBook')}
      </ButtonLink>
    ) : null;
  }
  if (kept === 'caller') {
    return (
      <ButtonLink to="/calendar/day" search={{}} isWide>
        {t('vouchers.bookWith')}
      </ButtonLink>
    );
  }
  return (
    <div className={classes.keeping}>
      <div aria-live="assertive">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      </div>
      <Button
        isWide
        isPending={isPending}
        pendingText={t('vouchers.keeping')}
        onClick={() => mutate({ body: { token } })}
      >
        {t('vouchers.keep')}
      </Button>
      <p className={classes.text}>{t('vouchers.keepText')}</p>
    </div>
  );
}
