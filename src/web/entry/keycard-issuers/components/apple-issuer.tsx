import { type FormEvent, useState } from 'react';
import type { KeycardIssuers } from '#shared/entry/keycard-issuers/contract.ts';
import { formatDate, localDate } from '#shared/kernel/dates.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { SavedCheckbox } from '#web/ui/saved-checkbox.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useAppleSaving } from '../queries.ts';
import classes from './issuer.module.css';
import { Issuer } from './issuer.tsx';

type Apple = NonNullable<KeycardIssuers['apple']>;

/** Which part of the form a refusal is about. */
const fieldOf: Readonly<Record<string, keyof typeof empty>> = {
  keycardCertificateNotValid: 'certificate',
  keycardCertificateOver: 'certificate',
  keycardKeyNotValid: 'secretKey',
  keycardAuthorityNotValid: 'authority',
};
const empty = { certificate: '', secretKey: '', keyPassword: '', authority: '' };

/** The centre's certificate for Apple Wallet, and whether doors take its cards. */
export function AppleIssuer({ issuer }: { issuer: Apple | null }) {
  const { t } = useTexts();
  return (
    <Issuer
      title={t('backOffice.keycards.apple')}
      text={t('backOffice.keycards.appleText')}
      shown={issuer && <Shown issuer={issuer} />}
      keys={(onSaved) => <Keys isOn={issuer?.isOn ?? true} onSaved={onSaved} />}
    />
  );
}

function Shown({ issuer }: { issuer: Apple }) {
  const { t } = useTexts();
  const { timeZone } = useTimeFormat();
  const saving = useAppleSaving();
  const { passTypeId, teamId, validUntilDateTime, isOn } = issuer;
  return (
    <>
      <Facts
        facts={[
          { label: t('backOffice.keycards.passTypeId'), value: passTypeId },
          { label: t('backOffice.keycards.teamId'), value: teamId },
          {
            label: t('backOffice.keycards.validUntil'),
            value: formatDate(localDate(validUntilDateTime, timeZone)),
          },
        ]}
      />
      <SavedCheckbox
        isChecked={isOn}
        hint={t('backOffice.keycards.appleWeak')}
        onSave={(isChecked) => saving.mutateAsync({ body: { isOn: isChecked, keys: null } })}
      >
        {t('backOffice.keycards.isOn')}
      </SavedCheckbox>
    </>
  );
}

function Keys({ isOn, onSaved }: { isOn: boolean; onSaved: () => void }) {
  const { t } = useTexts();
  const saving = useAppleSaving();
  const [keys, setKeys] = useState(empty);
  const code = saving.error instanceof ApiError ? (saving.error.errors[0] ?? '') : '';
  const wrong = saving.error ? fieldOf[code] : undefined;
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setKeys((before) => ({ ...before, [name]: event.target.value }));
  const area = (name: 'certificate' | 'secretKey' | 'authority') => (
    <TextArea
      label={t(`backOffice.keycards.${name}`)}
      rows={4}
      spellCheck={false}
      autoComplete="off"
      value={keys[name]}
      onChange={set(name)}
      error={wrong === name ? errorText(saving.error, t) : undefined}
    />
  );
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
      {area('certificate')}
      {area('secretKey')}
      <TextField
        label={t('backOffice.keycards.keyPassword')}
        type="password"
        autoComplete="off"
        value={keys.keyPassword}
        onChange={set('keyPassword')}
      />
      {area('authority')}
      {saving.error && wrong === undefined ? <p role="alert">{errorText(saving.error, t)}</p> : null}
      <div>
        <Button type="submit" isPending={saving.isPending} pendingText={t('backOffice.keycards.saving')}>
          {t('backOffice.keycards.save')}
        </Button>
      </div>
    </form>
  );
}
