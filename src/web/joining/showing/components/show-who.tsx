import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Shown, useShowing } from '../queries.ts';
import type { Asked } from './brought-show-who.tsx';
import classes from './showing.module.css';

export interface ShowWhoProps {
  Asked: Asked;
  /** Keeps the form on the server; its draft, or null where it could not be kept. */
  save: () => Promise<string | null>;
  onShown: (shown: Shown) => void;
}

/** Filling the form in by showing who one is. */
export function ShowWho({ Asked, save, onShown }: ShowWhoProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const asking = useShowing(save, (shown) => {
    setIsOpen(false);
    onShown(shown);
  });
  return (
    <div className={classes.offer}>
      <Button variant="plain" isWide onClick={() => setIsOpen(true)}>
        {t('joining.show')}
      </Button>
      <p className={classes.note}>{t('joining.showText')}</p>
      <Asked
        provider="smartId"
        isOpen={isOpen}
        title={t('joining.show')}
        asking={asking}
        leaveText={t('joining.typeInstead')}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}
