import { useEffect, useState } from 'react';
import { showCode } from '#shared/vouchers/codes/domain.ts';
import type { VoucherLink } from '#shared/vouchers/contract.ts';
import { copyText } from '#web/kernel/copying.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './link-sheet.module.css';

interface LinkSheetProps {
  /** Kept by the caller while the sheet leaves. */
  link: VoucherLink;
  /** What the voucher is for. */
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

/** A claim link in every form it can travel: sent, copied, scanned from this screen, read out. */
export function LinkSheet({ link, name, isOpen, onClose }: LinkSheetProps) {
  const { t } = useTexts();
  const { address, code } = link;
  const canSend = useCanSend();

  const copy = () => copyText(address, t, t('vouchers.copied'));

  function send() {
    // Whoever closes the choice has changed their mind: nothing to tell.
    navigator.share({ text: t('vouchers.sendText', { name }), url: address }).catch(() => undefined);
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('vouchers.sheetTitle')}>
      <div className={classes.link}>
        <p className={classes.text}>{t('vouchers.sheetText')}</p>
        <div className={classes.card}>
          <QrCode text={address} label={t('vouchers.linkCodeName')} className={classes.code} />
        </div>
        <TextField
          label={t('vouchers.address')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.actions}>
          {canSend ? (
            <Button isWide onClick={send}>
              {t('vouchers.send')}
            </Button>
          ) : null}
          <Button isWide variant={canSend ? 'plain' : 'primary'} onClick={() => void copy()}>
            {t('vouchers.copy')}
          </Button>
        </div>
        <p className={classes.spoken}>
          {t('vouchers.orCode')} <strong className={classes.typed}>{showCode(code)}</strong>
        </p>
      </div>
    </Sheet>
  );
}

/** Whether this browser can hand a link to other apps; known once the scripts run. */
function useCanSend(): boolean {
  const [canSend, setCanSend] = useState(false);
  useEffect(() => setCanSend('share' in navigator), []);
  return canSend;
}
