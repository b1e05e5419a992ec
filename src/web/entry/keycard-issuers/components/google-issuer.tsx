import { type FormEvent, useState } from 'react';
import type { KeycardIssuers } from '#shared/entry/keycard-issuers/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SavedCheckbox } from '#web/ui/saved-checkbox.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useGoogleSaving } from '../queries.ts';
import classes from './issuer.module.css';
import { Issuer } from './issuer.tsx';

type Google = NonNullable<KeycardIssuers['google']>;

const empty = { issuerId: '', secretKey: '' };

/** Who the centre is at Google Wallet, and whether doors take its cards. */
export function GoogleIssuer({ issuer }: { issuer: Google | null }) {
  const { t } = useTexts();
  return (
    <Issuer
      title={t('backOffice.keycards.google')}
      text={t('backOffice.keycards.googleText')}
      shown={issuer && <Shown issuer={issuer} />}
      keys={(onSaved) => <Keys isOn={issuer?.isOn ?? true} onSaved={onSaved} />}
    />
  );
}

function Shown({ issuer: { issuerId, email, isOn } }: { issuer: Google }) {
  const { t } = useTexts();
  const saving = useGoogleSaving();
  return (
    <>
      <Facts
        facts={[
          { label: t('backOffice.keycards.issuerId'), value: issuerId },
          { label: t('backOffice.keycards.email'), value: email },
        ]}
      />
      <SavedCheckbox
        isChecked={isOn}
        hint={t('backOffice.keycards.googleMoves')}
        onSave={(isChecked) => saving.mutateAsync({ body: { isOn: isChecked, keys: null } })}
      >
        {t('backOffice.keycards.isOn')}
      </SavedCheckbox>
    </>
  );
}

function Keys({ isOn, onSaved }: { isOn: boolean; onSaved: () => void }) {
  const { t } = useTexts();
  const saving = useGoogleSaving();
  const [keys, setKeys] = useState(empty);
  const isOfKey =
    saving.error instanceof ApiError && saving.error.errors.includes('keycardServiceKeyNotValid');
  const problem = saving.error ? errorText(saving.error, t) : undefined;
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setKeys((before) => ({ ...before, [name]: event.target.value }));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (saving.isPending) return;
    saving
      .mutateAsync({ body: { isOn, keys } })
      .then(() => {
        setKeys(empty);
        onSaved();
      })
      .catch(() => {});
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        label={t('backOffice.keycards.issuerId')}
        inputMode="numeric"
        autoComplete="off"
        value={keys.issuerId}
        onChange={set('issuerId')}
        error={isOfKey ? undefined : problem}
      />
      <TextArea
        label={t('backOffice.keycards.serviceKey')}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={keys.secretKey}
        onChange={set('secretKey')}
        error={isOfKey ? problem : undefined}
      />
      <div>
        <Button type="submit" isPending={saving.isPending} pendingText={t('backOffice.keycards.saving')}>
          {t('backOffice.keycards.save')}
        </Button>
      </div>
    </form>
  );
}
