import { useState } from 'react';
import { readCode, readRecoveryCode } from '#shared/account/factors/domain.ts';
import type { Proof } from '#shared/account/proofs/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
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

type Way = Exclude<Proof['kind'], 'passkey'>;

function Ways({ onProved, onLeave }: { onProved: () => void; onLeave: () => void }) {
  const { t } = useTexts();
  const { data } = useFactors();
  const [way, setWay] = useState<Way>('password');
  const isOpen: Readonly<Record<Way, boolean>> = {
    password: true,
    code: data?.codes != null,
    recoveryCode: (data?.recoveryCodesLeft ?? 0) > 0,
  };
  const words = {
    password: 'factors.proofUsePassword',
    code: 'factors.stepUseCode',
    recoveryCode: 'factors.stepUseRecovery',
  } as const;
  const others = (['password', 'code', 'recoveryCode'] as const).filter((one) => one !== way && isOpen[one]);
  return (
    <div className={sheetParts}>
      <SheetText>{t('factors.proofText')}</SheetText>
      <WayForm key={way} way={way} onProved={onProved} onLeave={onLeave} />
      <div className={classes.others}>
        {others.map((other) => (
          <Button key={other} variant="text" size="small" onClick={() => setWay(other)}>
            {t(words[other])}
          </Button>
        ))}
      </div>
    </div>
  );
}

const labels = {
  password: 'account.password',
  code: 'factors.stepCode',
  recoveryCode: 'factors.stepRecovery',
} as const;
const isFields = (code: string | undefined) => code === 'factorNotValid' || code === 'passwordNotValid';

function WayForm({ way, onProved, onLeave }: { way: Way; onProved: () => void; onLeave: () => void }) {
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
