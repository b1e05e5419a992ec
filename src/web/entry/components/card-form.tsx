import { cardText, readCard } from '#shared/entry/desk/domain.ts';
import { Scanner } from '#web/kernel/scanner.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './desk.module.css';

/** A code as the camera sees it, or as it is typed, by somebody or by a reader that types. */
export function CardForm({ onCard }: { onCard: (cardCode: string) => void }) {
  const { t } = useTexts();
  return (
    <div className={classes.page}>
      <Scanner
        reason={t('entry.scanReason')}
        check={(text) => (readCard(text) ? undefined : t('errors.cardScanFailed'))}
        onRead={(text) => {
          const card = readCard(text);
          if (card) onCard(cardText(card));
        }}
        typedLabel={t('entry.cardLabel')}
        typedHint={t('entry.cardHint')}
        typedAction={t('entry.open')}
        isTypingFirst
      />
    </div>
  );
}
