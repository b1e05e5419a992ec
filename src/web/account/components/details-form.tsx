import type { Profile } from '#shared/account/contract.ts';
import {
  counties,
  fieldLengths,
  type ProfileDetails,
  type ProfileField,
  type ProfileProblem,
  profileFields,
  profileProblems,
} from '#shared/account/profile/domain.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { languageNames } from '#web/kernel/preferences.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUpdateProfile } from '../profile/queries.ts';
import classes from './profile.module.css';

const names = [...profileFields, 'language'] as const;
const problems = ['nameRequired', 'nameInvalid', 'maxLength', 'phoneInvalid'] as const;

/** What members keep up themselves. What the server refuses stands at its field; what was typed stays. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  const update = useUpdateProfile();
  const { isNameFixed, firstName, lastName } = profile;

  const textOf = (field: ProfileField, problem: ProfileProblem | undefined) =>
    problem && t(`validation.${problem}`, { num: fieldLengths[field] });
  // A name that stands in a contract has no fields.
  const whole = (values: ProfileDetails) => (isNameFixed ? { ...values, firstName, lastName } : values);

  const form = useForm({
    names,
    check: (values): FieldErrors<(typeof names)[number]> => {
      const found = profileProblems(whole(values), profile);
      return Object.fromEntries(profileFields.map((field) => [field, textOf(field, found[field])]));
    },
    onSubmit: ({ language, ...typed }) =>
      update.mutate(
        { body: { ...whole(typed), language: isLanguage(language) ? language : profile.language } },
        {
          onSuccess: ({ phone }) => {
            // As it is called from abroad.
            const field = form.props.ref.current?.elements.namedItem('phone');
            if (field instanceof HTMLInputElement) field.value = phone;
          },
          onError: (error) => {
            const refused = refusedField(error);
            if (refused) form.fail({ [refused.field]: textOf(refused.field, refused.problem) });
          },
        },
      ),
  });

  const text = (name: ProfileField) => ({
    ...form.field(name),
    defaultValue: profile[name],
    maxLength: fieldLengths[name] + 20,
  });
  return (
    <form {...form.props} className={classes.form}>
      {isNameFixed ? null : (
        <div className={classes.pair}>
          <TextField {...text('firstName')} label={t('account.firstName')} autoComplete="given-name" />
          <TextField {...text('lastName')} label={t('account.lastName')} autoComplete="family-name" />
        </div>
      )}
      <TextField
        {...text('phone')}
        label={t('account.phone')}
        hint={t('profile.phoneHint')}
        type="tel"
        autoComplete="tel"
      />
      <TextField {...text('address')} label={t('profile.address')} autoComplete="street-address" />
      <div className={classes.pair}>
        <TextField {...text('city')} label={t('profile.city')} autoComplete="address-level2" />
        <TextField {...text('zip')} label={t('profile.zip')} autoComplete="postal-code" />
      </div>
      <CountyField value={profile.county} />
      <SelectField name="language" label={t('profile.messageLanguage')} defaultValue={profile.language}>
        {configuration.languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </SelectField>
      <div className={classes.problem} role="alert">
        {update.error && !refusedField(update.error) ? (
          <Notice tone="bad" icon="warning" text={errorText(update.error, t)} />
        ) : null}
      </div>
      <Button
        type="submit"
        className={classes.save}
        disabled={!form.isReady}
        isPending={update.isPending}
        pendingText={t('profile.saving')}
      >
        {t('profile.save')}
      </Button>
    </form>
  );
}

/** Of the centre's country; whatever else stands there already may stay. */
function CountyField({ value }: { value: string }) {
  const { t } = useTexts();
  const { country2Code } = useStartContext().pageRules.main;
  const known: readonly string[] = country2Code === 'LV' ? counties.LV : counties.EE;
  return (
    <SelectField name="county" label={t('profile.county')} defaultValue={value} autoComplete="address-level1">
      <option value="">{t('profile.noCounty')}</option>
      {value === '' || known.includes(value) ? null : <option value={value}>{value}</option>}
      {known.map((county) => (
        <option key={county} value={county}>
          {county}
        </option>
      ))}
    </SelectField>
  );
}

/** The field the server could not accept, and why. */
function refusedField({ errors, details }: ApiError) {
  if (errors[0] !== 'dataValidationFailed') return undefined;
  const field = profileFields.find((name) => name === details.field);
  const problem = problems.find((known) => known === details.problem);
  return field && problem ? { field, problem } : undefined;
}
