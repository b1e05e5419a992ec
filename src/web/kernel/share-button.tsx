import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { copyText } from './copying.ts';
import { useTexts } from './texts.tsx';

interface ShareButtonProps {
  /** What is shared, for the program that sends it. */
  title: string;
  className?: string | undefined;
}

/** Sends the address of this page on as the device does; where it cannot, the address is copied. */
export function ShareButton({ title, className }: ShareButtonProps) {
  const { t } = useTexts();
  async function share() {
    const url = window.location.href;
    if (navigator.share) await navigator.share({ title, url }).catch(() => undefined);
    else await copyText(url, t, t('schedule.linkCopied'));
  }
  return (
    <IconButton label={t('schedule.share')} className={className} onClick={() => void share()}>
      <Icon name="share" />
    </IconButton>
  );
}
