import { useEffect, useRef, useState } from 'react';
import type { JoinOffer } from '#shared/joining/contract.ts';
import { birthOf, isMinor, type JoinField, type JoinForm } from '#shared/joining/domain.ts';
import type { IdCountry } from '#shared/joining/identity/domain.ts';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useIsMemberShown } from '../queries.ts';
import { type BringShowing, BroughtShowWho } from '../showing/components/brought-show-who.tsx';
import { ShownCard } from '../showing/components/shown-card.tsx';
import classes from './join.module.css';
import type { Joining } from './use-joining.ts';

interface PersonStepProps {
  offer: JoinOffer;
  joining: Joining;
  error: (name: JoinField) => string | undefined;
  /** Where whoever is a client already buys; undefined where they cannot. */
  memberPath: string | undefined;
  bringShowing: BringShowing;
}

/** Fields that hold a text. */
type TextName = Exclude<
  { [Name in JoinField]: JoinForm[Name] extends string ? Name : never }[JoinField],
  'country' | 'guardianCountry'
>;

/** Who joins, and for somebody under age who pays. */
export function PersonStep({ offer, joining, error, memberPath, bringShowing }: PersonStepProps) {
  const { t } = useTexts();
  const { form, change, leave: onLeave, isShown } = joining;
  const member = useIsMemberShown();
  const [isMember, setIsMember] = useState(member.read);
  const place = useRef<HTMLDivElement>(null);
  // What was pressed is gone with what it stood in: its focus goes to what came instead.
  const [wanted, setWanted] = useState<'#shown' | '[name=firstName]' | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    place.current?.querySelector<HTMLElement>(wanted)?.focus();
    setWanted(null);
  }, [wanted]);
  const { startFrom: today } = offer;
  const { isDateAsked } = birthOf(form, today);
  const hasGuardian = offer.hasGuardians && isMinor(form, today);
  const field = (name: TextName) => ({
    name,
    value: form[name],
    error: error(name),
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
    onBlur: () => onLeave(name),
  });
  const countries = offer.countries.map((country) => (
    <option key={country} value={country}>
      {t(`joining.${country}`)}
    </option>
  ));
  const mail = { type: 'email', autoCapitalize: 'none', maxLength: 254 } as const;
  const phone = { type: 'tel', maxLength: 40 } as const;
  return (
    <div ref={place} className={classes.fields}>
      {isShown ? (
        <ShownCard
          form={form}
          error={error}
          onTypeInstead={() => {
            joining.typeInstead();
            setWanted('[name=firstName]');
          }}
          memberPath={isMember ? memberPath : undefined}
        />
      ) : (
        <>
          <BroughtShowWho
            bringShowing={bringShowing}
            save={() => joining.save(form)}
            onShown={(shown) => {
              member.write(shown.isMember);
              setIsMember(shown.isMember);
              joining.fillIn(shown.person);
              setWanted('#shown');
            }}
          />
          <div className={classes.pair}>
            <TextField {...field('firstName')} label={t('joining.firstName')} autoComplete="given-name" />
            <TextField {...field('lastName')} label={t('joining.lastName')} autoComplete="family-name" />
          </div>
          <div className={classes.pair}>
            <SelectField
              name="country"
              label={t('joining.country')}
              value={form.country}
              error={error('country')}
              onChange={(event) => change({ country: event.currentTarget.value as IdCountry })}
            >
              {countries}
            </SelectField>
            <TextField
              {...field('idCode')}
              label={t(form.country === 'XX' ? 'joining.idCodeOther' : 'joining.idCode')}
              autoComplete="off"
              inputMode={form.country === 'XX' ? 'text' : 'numeric'}
              maxLength={30}
            />
          </div>
          <p className={classes.note}>{t('joining.idCodeHint')}</p>
          {isDateAsked ? (
            <DateField
              name="birthDate"
              value={parseLocalDate(form.birthDate) ?? ''}
              error={error('birthDate')}
              onChange={(birthDate) => change({ birthDate })}
              onBlur={() => onLeave('birthDate')}
              label={t('joining.birthDate')}
              hint={t('joining.birthDateHint')}
              autoComplete="bday"
              hasCalendar={false}
              problem={t('joining.birthDateInvalid')}
            />
          ) : null}
        </>
      )}
      <TextField
        {...field('email')}
        {...mail}
        label={t('joining.email')}
        hint={t(isShown ? 'joining.emailHintShown' : 'joining.emailHint')}
        autoComplete="email"
      />
      <TextField {...field('phone')} {...phone} label={t('joining.phone')} autoComplete="tel" />
      {offer.page === 'complete' ? (
        <>
          <TextField {...field('address')} label={t('joining.address')} autoComplete="street-address" />
          <div className={classes.pair}>
            <TextField {...field('city')} label={t('joining.city')} autoComplete="address-level2" />
            <TextField {...field('zip')} label={t('joining.zip')} autoComplete="postal-code" />
          </div>
          <TextField
            {...field('additionalInfo')}
            label={t('joining.additionalInfo')}
            hint={t('joining.optional')}
            autoComplete="off"
          />
        </>
      ) : null}
      {hasGuardian ? (
        <section className={classes.guardian} aria-labelledby="guardian">
          <h2 id="guardian" className={classes.section}>
            {t('joining.guardianTitle')}
          </h2>
          <p className={classes.note}>{t('joining.guardianText')}</p>
          <div className={classes.pair}>
            <TextField {...field('guardianFirstName')} label={t('joining.firstName')} autoComplete="off" />
            <TextField {...field('guardianLastName')} label={t('joining.lastName')} autoComplete="off" />
          </div>
          <div className={classes.pair}>
            <SelectField
              name="guardianCountry"
              label={t('joining.country')}
              value={form.guardianCountry}
              onChange={(event) => change({ guardianCountry: event.currentTarget.value as IdCountry })}
            >
              {countries}
            </SelectField>
            <TextField
              {...field('guardianIdCode')}
              label={t('joining.idCode')}
              autoComplete="off"
              maxLength={30}
            />
          </div>
          <TextField {...field('guardianEmail')} {...mail} label={t('joining.email')} autoComplete="off" />
          <TextField {...field('guardianPhone')} {...phone} label={t('joining.phone')} autoComplete="off" />
        </section>
      ) : null}
      <p className={classes.note}>{t('joining.kept')}</p>
    </div>
  );
}
