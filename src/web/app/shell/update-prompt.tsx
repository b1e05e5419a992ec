import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import classes from './update-prompt.module.css';

interface UpdatePromptProps {
  /** Agrees; the update itself is applied when the page is hidden or closed (specification point 4). */
  onConfirm: () => void;
  onLater: () => void;
}

/** Says once that a new version exists. Goes into the frame's `updatePrompt`. */
export function UpdatePrompt({ onConfirm, onLater }: UpdatePromptProps) {
  const { t } = useTexts();
  return (
    <section className={classes.prompt} aria-label={t('menu.updateReady')}>
      <div className={classes.words} role="status">
        <p className={classes.title}>{t('menu.updateReady')}</p>
        <p className={classes.text}>{t('menu.updateText')}</p>
      </div>
      <div className={classes.actions}>
        <Button size="small" onClick={onConfirm}>
          {t('menu.updateNow')}
        </Button>
        <Button size="small" variant="text" onClick={onLater}>
          {t('menu.updateLater')}
        </Button>
      </div>
    </section>
  );
}
