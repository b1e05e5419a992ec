import { useId, useState } from 'react';
import { readCode, showSecret } from '#shared/account/factors/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Question } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useConfirmCodes, useRemoveCodes, useStartCodes } from '../queries.ts';
import classes from './factors.module.css';

interface CodesAppProps {
  /** Since when its codes are asked for; null while there is no app. */
  since: string | null;
  /** The centre demands it: it cannot be taken away. */
  isKept: boolean;
  /** The first factor brings them. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The app with one-time codes: setting it up, and taking it away. */
export function CodesApp({ since, isKept, onRecoveryCodes }: CodesAppProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const headingId = useId();
  const start = useStartCodes();
  const [isAsked, setIsAsked] = useState(false);
  const begun = since === null ? start.data : undefined;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {t('factors.codes')}
      </h2>
      <p className={classes.text}>
        {since === null ? t('factors.codesOff') : t('factors.codesOn', { when: format.dayAndTime(since) })}
      </p>
      {begun ? (
        <SetUp
          {...begun}
          onLeave={() => start.reset()}
          onDone={(codes) => {
            start.reset();
            onRecoveryCodes(codes);
          }}
        />
      ) : (
        <div className={classes.actions}>
          {since === null ? (
            <Button
              size="small"
              isPending={start.isPending}
              pendingText={t('factors.codesStarting')}
              onClick={() => start.mutate(undefined)}
            >
              {t('factors.codesSetUp')}
            </Button>
          ) : null}
          {since === null || isKept ? null : (
            <Button variant="plain" size="small" onClick={() => setIsAsked(true)}>
              {t('factors.codesRemove')}
            </Button>
          )}
        </div>
      )}
      <Removal isOpen={isAsked && since !== null} onClose={() => setIsAsked(false)} />
    </section>
  );
}

interface SetUpProps {
  secret: string;
  address: string;
  onLeave: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

function SetUp({ secret, address, onLeave, onDone }: SetUpProps) {
  const { t } = useTexts();
  const confirm = useConfirmCodes(onDone);
  const form = useForm({
    names: ['code'],
    check: ({ code }) => ({ code: readCode(code) === null ? t('factors.codesCodeNeeded') : undefined }),
    onSubmit: ({ code }) =>
      confirm.mutate(code, {
        onError: (error) => {
          if (error.errors[0] === 'factorNotValid') form.fail({ code: errorText(error, t) });
        },
      }),
  });
  const isFormsMatter = confirm.error?.errors[0] !== 'factorNotValid';
  return (
    <form {...form.props} className={classes.form}>
      <p className={classes.text}>{t('factors.codesScan')}</p>
      <QrCode text={address} label={t('factors.codesPicture')} className={classes.picture} />
      <div className={classes.key}>
        <p className={classes.keyLabel}>{t('factors.codesKey')}</p>
        <p className={classes.keyValue}>{showSecret(secret)}</p>
      </div>
      <TextField
        {...form.field('code')}
        label={t('factors.codesCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <Refusal error={isFormsMatter ? confirm.error : null} />
      <div className={classes.actions}>
        <Button
          type="submit"
          size="small"
          isPending={confirm.isPending}
          pendingText={t('factors.codesConfirming')}
        >
          {t('factors.codesConfirm')}
        </Button>
        <Button variant="text" size="small" onClick={onLeave}>
          {t('factors.codesLeave')}
        </Button>
      </div>
    </form>
  );
}

function Removal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const remove = useRemoveCodes();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('factors.codesRemoveAsk')} variant="question">
      <Question
        text={t('factors.codesRemoveText')}
        safeText={t('factors.codesKeepIt')}
        onSafe={onClose}
        otherText={t('factors.codesRemove')}
        otherPendingText={t('factors.removing')}
        isOtherCostly
        isPending={remove.isPending}
        onOther={() => remove.mutate(undefined, { onSuccess: onClose })}
      />
    </Sheet>
  );
}
