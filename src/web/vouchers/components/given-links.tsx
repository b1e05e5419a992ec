import { useState } from 'react';
import type { VoucherInfo, VoucherLink } from '#shared/vouchers/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { GivenAction, GivenRow } from '#web/ui/own-list.tsx';
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
      <ul>
        {links.map((link) => {
          const when = format.dayAndTime(link.createdDateTime);
          return (
            <GivenRow
              key={link.id}
              isTaken={link.state !== 'open'}
              name={
                link.state === 'open'
                  ? t('vouchers.linkOpen')
                  : t('vouchers.claimedBy', { name: link.claimedName })
              }
              text={t('vouchers.linkMade', { date: when })}
            >
              {link.state === 'open' ? (
                <>
                  <GivenAction label={t('vouchers.linkShowNamed', { when })} onPress={() => onShow(link)}>
                    {t('vouchers.linkShow')}
                  </GivenAction>
                  <GivenAction
                    label={t('vouchers.takeBackNamed', { when })}
                    onPress={() => {
                      setAsked({ linkId: link.id, before: voucher.usesLeft });
                      setIsAsking(true);
                    }}
                  >
                    {t('vouchers.takeBack')}
                  </GivenAction>
                </>
              ) : null}
            </GivenRow>
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
