import { useState } from 'react';
import { readCode, readRecoveryCode } from '#shared/account/factors/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal, SheetActions, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PasskeyLeft } from '../../passkeys/components/passkeys.tsx';
import { useProveByPasskey } from '../../passkeys/queries.ts';
import { useFactors, useProve } from '../queries.ts';
import classes from './factors.module.css';

interface ProofDialogProps {
  isOpen: boolean;
  /** Once: whether it was shown who is there. */
  onSettled: (isProved: boolean) => void;
}

/** Asks once more who is there, before what matters. */
export function ProofDialog({ isOpen, onSettled }: ProofDialogProps) {
  const { t } = useTexts();
  const leave = () => onSettled(false);
  return (
    <Sheet isOpen={isOpen} onClose={leave} title={t('factors.proofTitle')} variant="question">
      {isOpen ? <Ways onProved={() => onSettled(true)} onLeave={leave} /> : null}
    </Sheet>
  );
}

const ways = ['passkey', 'password', 'code', 'recoveryCode'] as const;
type Way = (typeof ways)[number];
type TypedWay = Exclude<Way, 'passkey'>;

function Ways({ onProved, onLeave }: { onProved: () => void; onLeave: () => void }) {
  const { t } = useTexts();
  const { data } = useFactors();
  const [chosen, setChosen] = useState<Way>();
  const isOpen: Readonly<Record<Way, boolean>> = {
    passkey: (data?.passkeys.length ?? 0) > 0,
    password: true,
    code: data?.codes != null,
    recoveryCode: (data?.recoveryCodesLeft ?? 0) > 0,
  };
  const words = {
    passkey: 'factors.stepUsePasskey',
    password: 'factors.proofUsePassword',
    code: 'factors.stepUseCode',
    recoveryCode: 'factors.stepUseRecovery',
  } as const;
  // What is typed already stays, whatever is known meanwhile.
  const way = chosen ?? 'password';
  const others = ways.filter((one) => one !== way && isOpen[one]);
  return (
    <div className={sheetParts}>
      <SheetText>{t('factors.proofText')}</SheetText>
      {way === 'passkey' ? (
        <PasskeyWay onProved={onProved} onLeave={onLeave} />
      ) : (
        <WayForm key={way} way={way} onProved={onProved} onLeave={onLeave} />
      )}
      <div className={classes.others}>
        {others.map((other) => (
          <Button key={other} variant="text" size="small" onClick={() => setChosen(other)}>
            {t(words[other])}
          </Button>
        ))}
      </div>
    </div>
  );
}

function PasskeyWay({ onProved, onLeave }: { onProved: () => void; onLeave: () => void }) {
  const { t } = useTexts();
  const prove = useProveByPasskey();
  const ask = () =>
    prove.mutate(undefined, { onSuccess: (outcome) => (outcome === 'used' ? onProved() : undefined) });
  return (
    <>
      <Refusal error={prove.error} />
      <PasskeyLeft isLeft={prove.data === 'left'} />
      <SheetActions>
        <Button isWide isPending={prove.isPending} pendingText={t('account.passkeyAsked')} onClick={ask}>
          {t('factors.stepPasskey')}
        </Button>
        <Button variant="plain" isWide onClick={onLeave}>
          {t('common.back')}
        </Button>
      </SheetActions>
    </>
  );
}

const labels = {
  password: 'account.password',
  code: 'factors.stepCode',
  recoveryCode: 'factors.stepRecovery',
} as const;
const isFields = (code: string | undefined) => code === 'factorNotValid' || code === 'passwordNotValid';

function WayForm({ way, onProved, onLeave }: { way: TypedWay; onProved: () => void; onLeave: () => void }) {
  const { t } = useTexts();
  const prove = useProve();
  const form = useForm({
    names: ['shown'],
    check: ({ shown }) => {
      if (way === 'password') return { shown: shown === '' ? t('validation.passwordRequired') : undefined };
      const read = way === 'code' ? readCode(shown) : readRecoveryCode(shown);
      return { shown: read === null ? t('factors.stepCodeNeeded') : undefined };
    },
    onSubmit: ({ shown }) =>
      prove.mutate(way === 'password' ? { kind: way, password: shown } : { kind: way, code: shown }, {
        onSuccess: onProved,
        onError: (error) => {
          if (isFields(error.errors[0])) form.fail({ shown: errorText(error, t) });
        },
      }),
  });
  const refusal = prove.error && !isFields(prove.error.errors[0]) ? prove.error : null;
  return (
    <form {...form.props} className={sheetParts}>
      <TextField
        {...form.field('shown')}
        label={t(labels[way])}
        type={way === 'password' ? 'password' : 'text'}
        inputMode={way === 'code' ? 'numeric' : 'text'}
        autoComplete={way === 'password' ? 'current-password' : way === 'code' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        maxLength={way === 'password' ? 256 : 40}
        data-autofocus
      />
      <Refusal error={refusal} />
      <SheetSubmit text={t('factors.proofConfirm')} isPending={prove.isPending} onBack={onLeave} />
    </form>
  );
}
