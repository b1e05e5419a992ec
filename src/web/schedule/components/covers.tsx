import { useState } from 'react';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { Cover } from '#shared/registrations/covers/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useCoverWords, usePurchase } from '#web/registrations/covers/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import classes from './covers.module.css';

/** Holds the place and leads to its invoice. */
export function BuyButton({
  trainingId,
  price,
  isQuiet = false,
}: {
  trainingId: number;
  /** Euros. */
  price: number;
  /** Beside another way to pay. */
  isQuiet?: boolean;
}) {
  const { t, language } = useTexts();
  const { buy, isPending } = usePurchase();
  const amount = formatMoney(eurosToCents(price), language);
  return (
    <Button
      isWide
      {...(isQuiet && { variant: 'plain' as const })}
      isPending={isPending}
      pendingText={t('covers.buying')}
      onClick={() => buy(trainingId)}
    >
      {t(isQuiet ? 'covers.buyThis' : 'covers.buy', { price: amount })}
    </Button>
  );
}

interface CoverPickerProps {
  trainingId: number;
  covers: readonly Cover[];
  chosen: Cover;
  price: number | null;
  onChoose: (cover: Cover) => void;
}

/** Another ticket or voucher for this place, or the place alone. */
export function CoverPicker({ trainingId, covers, chosen, price, onChoose }: CoverPickerProps) {
  const { t } = useTexts();
  const coverWords = useCoverWords();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="text" isWide onClick={() => setIsOpen(true)}>
        {t('covers.choose')}
      </Button>
      <Sheet isOpen={isOpen} onClose={close} title={t('covers.chooseTitle')}>
        <ul className={classes.list}>
          {covers.map((cover) => {
            const isChosen = cover === chosen;
            return (
              <li key={`${cover.kind}${cover.id}`}>
                <button
                  type="button"
                  className={classes.cover}
                  aria-pressed={isChosen}
                  onClick={() => {
                    onChoose(cover);
                    close();
                  }}
                >
                  <span className={classes.words}>
                    <span className={classes.name}>{cover.name}</span>
                    <span className={classes.text}>
                      {cover.leftAfter === null ? null : `${coverWords(cover)} · `}
                      {t('covers.validUntil', { date: formatDate(cover.validUntil) })}
                    </span>
                  </span>
                  {isChosen ? <Icon name="check" size={22} isStrong /> : null}
                </button>
              </li>
            );
          })}
        </ul>
        {price === null ? null : <BuyButton trainingId={trainingId} price={price} isQuiet />}
      </Sheet>
    </>
  );
}
