import { useEffect, useState } from 'react';
import { cardText, readCard } from '#shared/entry/desk/domain.ts';
import { useForm } from '#web/kernel/form.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { CodeScanner } from '#web/ui/code-scanner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './desk.module.css';

/** A code as it is typed, by somebody or by a reader that types, or as the camera sees it. */
export function CardForm({ onCard }: { onCard: (cardCode: string) => void }) {
  const { t } = useTexts();
  const [isScanning, setIsScanning] = useState(false);
  const form = useForm({
    names: ['card'],
    check: ({ card }) => {
      if (card.trim() === '') return { card: t('validation.fieldRequired') };
      return { card: readCard(card) ? undefined : t('errors.cardScanFailed') };
    },
    onSubmit: ({ card }) => open(card),
  });
  const { ref } = form.props;
  useEffect(() => {
    // A reader types where the focus is.
    const field = ref.current?.elements.namedItem('card');
    if (field instanceof HTMLElement) field.focus();
  }, [ref]);

  function open(text: string): void {
    const card = readCard(text);
    setIsScanning(false);
    if (card) onCard(cardText(card));
    else form.fail({ card: t('errors.cardScanFailed') });
  }

  return (
    <form {...form.props} className={joinClasses(classes.form, classes.page)}>
      <TextField
        {...form.field('card')}
        label={t('entry.cardLabel')}
        hint={t('entry.cardHint')}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={500}
      />
      <Button type="submit" isWide disabled={!form.isReady}>
        {t('entry.open')}
      </Button>
      {isScanning ? (
        <CodeScanner
          onCode={open}
          label={t('entry.camera')}
          noCameraText={t('entry.noCamera')}
          deniedText={t('entry.cameraDenied')}
        />
      ) : null}
      <Button variant="plain" isWide disabled={!form.isReady} onClick={() => setIsScanning(!isScanning)}>
        {t(isScanning ? 'entry.stopScanning' : 'entry.scan')}
      </Button>
    </form>
  );
}
