import { useId, useState } from 'react';
import { deviceName } from '#shared/account/devices/domain.ts';
import type { Factors } from '#shared/account/factors/contract.ts';
import { longestPasskeyName } from '#shared/account/passkeys/domain.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { Refusal } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice, Question } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import parts from '../../factors/components/factors.module.css';
import { useAddPasskey, useRemovePasskey } from '../../factors/queries.ts';
import classes from './passkeys.module.css';

type Passkey = Factors['passkeys'][number];

interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** The centre demands a factor and there is no other: the last one cannot be taken away. */
  isLastKept: boolean;
  /** The first factor brings them. */
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** The reader's passkeys: adding one, and taking one away. */
export function Passkeys({ passkeys, isLastKept, onRecoveryCodes }: PasskeysProps) {
  const { t } = useTexts();
  const headingId = useId();
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const isKept = isLastKept && passkeys.length === 1;
  return (
    <section className={parts.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={parts.heading}>
        {t('factors.passkeys')}
      </h2>
      <p className={parts.text}>{t('factors.passkeysText')}</p>
      {passkeys.length > 0 ? (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={isKept ? undefined : () => setAsked(passkey)}
            />
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <NewPasskey
          onLeave={() => setIsAdding(false)}
          onDone={(codes) => {
            setIsAdding(false);
            if (codes.length > 0) onRecoveryCodes(codes);
          }}
        />
      ) : (
        <Button
          size="small"
          variant={passkeys.length > 0 ? 'plain' : 'primary'}
          onClick={() => setIsAdding(true)}
        >
          {t('factors.passkeyAdd')}
        </Button>
      )}
      <Removal
        passkey={passkeys.some(({ id }) => id === asked?.id) ? asked : null}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: (() => void) | undefined }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { name, addedDateTime, lastUsedDateTime } = passkey;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.note}>
          {lastUsedDateTime === null
            ? t('factors.passkeyUnused', { added: format.dayAndTime(addedDateTime) })
            : t('factors.passkeyUsed', { used: format.dayAndTime(lastUsedDateTime) })}
        </p>
      </div>
      {onRemove ? (
        <Button
          variant="plain"
          size="small"
          aria-label={t('factors.passkeyRemoveOf', { name })}
          onClick={onRemove}
        >
          {t('factors.passkeyRemove')}
        </Button>
      ) : null}
    </li>
  );
}

interface NewPasskeyProps {
  onLeave: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

function NewPasskey({ onLeave, onDone }: NewPasskeyProps) {
  const { t } = useTexts();
  const add = useAddPasskey(onDone);
  const [suggested] = useState(() => {
    const { browser, system } = deviceName(deviceParameters());
    return [browser, system].filter((part) => part !== null).join(', ');
  });
  const form = useForm({
    names: ['name'],
    check: ({ name }) => ({ name: name.trim() === '' ? t('factors.passkeyNameNeeded') : undefined }),
    onSubmit: ({ name }) => add.mutate(name.trim()),
  });
  return (
    <form {...form.props} className={parts.form}>
      <TextField
        {...form.field('name')}
        label={t('factors.passkeyName')}
        hint={t('factors.passkeyNameHint')}
        defaultValue={suggested}
        autoComplete="off"
        maxLength={longestPasskeyName}
      />
      <Refusal error={add.error} />
      <PasskeyLeft isLeft={add.isSuccess && add.data === null} />
      <div className={parts.actions}>
        <Button type="submit" size="small" isPending={add.isPending} pendingText={t('account.passkeyAsked')}>
          {t('factors.passkeyGoOn')}
        </Button>
        <Button variant="text" size="small" onClick={onLeave}>
          {t('factors.codesLeave')}
        </Button>
      </div>
    </form>
  );
}

/** Says that nothing came of it, where somebody waited for it. */
export function PasskeyLeft({ isLeft }: { isLeft: boolean }) {
  const { t } = useTexts();
  return (
    <div className={parts.problem} role="alert">
      {isLeft ? <Notice tone="warn" icon="warning" text={t('account.passkeyLeft')} /> : null}
    </div>
  );
}

function Removal({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const { t } = useTexts();
  const remove = useRemovePasskey();
  return (
    <Sheet
      isOpen={passkey !== null}
      onClose={onClose}
      title={t('factors.passkeyRemoveAsk', { name: passkey?.name ?? '' })}
      variant="question"
    >
      {passkey ? (
        <Question
          text={t('factors.passkeyRemoveText')}
          safeText={t('factors.codesKeepIt')}
          onSafe={onClose}
          otherText={t('factors.passkeyRemove')}
          otherPendingText={t('factors.removing')}
          isOtherCostly
          isPending={remove.isPending}
          onOther={() => remove.mutate({ params: { passkeyId: passkey.id } }, { onSuccess: onClose })}
        />
      ) : null}
    </Sheet>
  );
}
