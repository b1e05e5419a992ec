import { useState } from 'react';
import type { VoucherInfo, VoucherLink } from '#shared/vouchers/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Question } from '#web/ui/question.tsx';
import { useTakeBack } from '../queries.ts';
import classes from './given-links.module.css';

interface GivenLinksProps {
  voucher: VoucherInfo;
  onShow: (link: VoucherLink) => void;
}

/** What was given on: links still open, which can be shown again and taken back, and who has claimed which. */
export function GivenLinks({ voucher, onShow }: GivenLinksProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  // With the number as it stood: the answer must not change the words while the sheet closes.
  const [asked, setAsked] = useState<{ linkId: number; before: number } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { links } = voucher;
  if (links.length === 0) return null;
  return (
    <section>
      <h2 className={classes.title}>{t('vouchers.given')}</h2>
      <ul className={classes.list}>
        {links.map((link) => {
          const when = format.dayAndTime(link.createdDateTime);
          return (
            <li key={link.id} className={classes.item}>
              <div className={classes.words}>
                <p className={classes.state}>
                  {link.state === 'open' ? (
                    t('vouchers.linkOpen')
                  ) : (
                    <>
                      <Icon name="check" size={18} isStrong className={classes.check} />
                      {t('vouchers.claimedBy', { name: link.claimedName })}
                    </>
                  )}
                </p>
                <p className={classes.when}>{t('vouchers.linkMade', { date: when })}</p>
              </div>
              {link.state === 'open' ? (
                <div className={classes.actions}>
                  <button
                    type="button"
                    className={classes.action}
                    aria-label={t('vouchers.linkShowNamed', { when })}
                    onClick={() => onShow(link)}
                  >
                    {t('vouchers.linkShow')}
                  </button>
                  <button
                    type="button"
                    className={classes.action}
                    aria-label={t('vouchers.takeBackNamed', { when })}
                    onClick={() => {
                      setAsked({ linkId: link.id, before: voucher.usesLeft });
                      setIsAsking(true);
                    }}
                  >
                    {t('vouchers.takeBack')}
                  </button>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {asked ? <TakeBackSheet {...asked} isOpen={isAsking} onClose={() => setIsAsking(false)} /> : null}
    </section>
  );
}

interface TakeBackSheetProps {
  linkId: number;
  before: number;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks once; costs nothing but the gift. */
function TakeBackSheet({ linkId, before, isOpen, onClose }: TakeBackSheetProps) {
  const { t } = useTexts();
  const { takeBack, isPending, error, reset } = useTakeBack();
  // What stands when the sheet opens: the answer must not change the words while it closes.
  function close() {
    reset();
    onClose();
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t('vouchers.takeBackTitle')}
      variant="question"
      hasCloseButton={false}
    >
      <Question
        text={t('vouchers.takeBackText')}
        facts={[{ label: t('vouchers.left'), value: t('vouchers.before', { before, after: before + 1 }) }]}
        safeText={t('vouchers.keepLink')}
        onSafe={close}
        otherText={t('vouchers.takeBack')}
        otherPendingText={t('vouchers.takingBack')}
        isOtherCostly={false}
        isPending={isPending}
        onOther={() => takeBack(linkId, close)}
        problem={error ? errorText(error, t) : undefined}
      />
    </Sheet>
  );
}
