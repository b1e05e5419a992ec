import { type Field, type FormRow, type FormValue, wrongPart } from '#shared/kernel/fields.ts';
import { AmountField } from '#web/kernel/amount-field.tsx';
import { DateField } from '#web/kernel/date-field.tsx';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { TimeField } from '#web/kernel/time-field.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './field-input.module.css';
import {
  labelOf,
  optionsOf,
  problemText,
  type ReferenceLists,
  textAt,
  type Wording,
  writtenText,
} from './labels.ts';

interface FieldInputProps {
  field: Field;
  wording: Wording;
  references: ReferenceLists;
  value: FormValue | undefined;
  error?: string | undefined;
  /** Chosen before, and not to be changed any more. */
  isFixed?: boolean;
  onChange: (value: FormValue) => void;
}

const keyboards: Partial<Record<Field['kind'], 'numeric' | 'email' | 'tel'>> = {
  integer: 'numeric',
  email: 'email',
  phone: 'tel',
};

const ownFields: Partial<Record<Field['kind'], typeof AmountField>> = {
  date: DateField,
  time: TimeField,
  euros: AmountField,
  cents: AmountField,
};

/** In words where it is one of some choices: of a number, a 3 is no Wednesday. */
function standardOf({ t, language }: Texts, { kind }: Field, standard: string): string {
  if (kind === 'choice' || kind === 'choices') return textAt(t, `choices.${standard}`, standard);
  return writtenText(kind, standard, language);
}

/** A field of any kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, wording, references, value, error, isFixed = false, onChange } = props;
  const texts = useTexts();
  const { t } = texts;
  const label = labelOf(t, wording, field);
  const text = typeof value === 'string' ? value : '';
  const does = textAt(t, `hints.${field.name}`, '');
  const hint = isFixed
    ? t('backOffice.form.fixed')
    : field.standard !== undefined && field.standard !== ''
      ? t('backOffice.form.standard', { value: standardOf(texts, field, field.standard) })
      : does === ''
        ? undefined
        : does;
  if (field.kind === 'isOn') {
    return (
      <Checkbox
        name={field.name}
        checked={value === true}
        {...(does !== '' && { hint: does })}
        onChange={(event) => onChange(event.target.checked)}
      >
        {label}
      </Checkbox>
    );
  }
  if (field.kind === 'choice') {
    return (
      <SelectField
        name={field.name}
        label={label}
        value={text}
        error={error}
        disabled={isFixed}
        onChange={(event) => onChange(event.target.value)}
      >
        {field.isRequired && text !== '' ? null : <option value="">{t('backOffice.form.none')}</option>}
        {optionsOf(t, field, references)
          .filter(({ isOff, value: one }) => !isOff || one === text)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
      </SelectField>
    );
  }
  if (field.kind === 'choices') return <Choices {...props} label={label} />;
  if (field.kind === 'rows') return <Rows {...props} label={label} />;
  if (field.kind === 'long') {
    return (
      <TextArea
        name={field.name}
        label={label}
        hint={hint}
        error={error}
        value={text}
        rows={(field.most ?? 0) > 1000 ? 14 : 2}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const Own = ownFields[field.kind];
  if (Own) {
    return (
      <Own
        name={field.name}
        label={label}
        hint={hint}
        error={error}
        value={text}
        disabled={isFixed}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      name={field.name}
      label={label}
      hint={hint}
      error={error}
      value={text}
      disabled={isFixed}
      autoComplete="off"
      {...(keyboards[field.kind] && { inputMode: keyboards[field.kind] })}
      {...(field.kind === 'hours' && { placeholder: '06:30-22:00' })}
      {...(field.kind === 'colour' && { end: <Picker value={text} onChange={onChange} /> })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The device's own way to choose a colour. */
function Picker({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTexts();
  return (
    <input
      type="color"
      className={classes.picker}
      aria-label={t('backOffice.theme.pick')}
      value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
      onChange={(event) => onChange(event.target.value.toUpperCase())}
    />
  );
}

function Choices({ field, label, references, value, error, onChange }: FieldInputProps & { label: string }) {
  const { t } = useTexts();
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const options = optionsOf(t, field, references);
  // Things stand in the order of their list, words in the order in which they were chosen.
  const order = (values: readonly string[]) =>
    field.from ? options.map((option) => option.value).filter((one) => values.includes(one)) : values;
  return (
    <fieldset className={classes.group} name={field.name}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        {options
          .filter((option) => !option.isOff || chosen.includes(option.value))
          .map((option) => (
            <Checkbox
              key={option.value}
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                onChange(
                  order(
                    event.target.checked
                      ? [...chosen, option.value]
                      : chosen.filter((one) => one !== option.value),
                  ),
                )
              }
            >
              {option.text}
            </Checkbox>
          ))}
      </div>
      <Problem text={error} />
    </fieldset>
  );
}

function Rows({
  field,
  wording,
  references,
  label,
  value,
  error,
  onChange,
}: FieldInputProps & { label: string }) {
  const { t } = useTexts();
  const rows = Array.isArray(value) ? (value as readonly FormRow[]) : [];
  const columns = field.columns ?? [];
  const wrong = error === undefined ? undefined : wrongPart(field, value);
  const change = (index: number, name: string, part: FormValue) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, [name]: String(part) } : row)));
  return (
    <fieldset className={classes.group} name={field.name}>
      <legend className={classes.legend}>{label}</legend>
      <ul className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
          <li key={index} className={classes.row}>
            <div className={classes.columns}>
              {columns.map((column) => (
                <FieldInput
                  key={column.name}
                  field={{ ...column, name: `${field.name}Columns.${column.name}` }}
                  wording={wording}
                  references={references}
                  value={
                    column.kind === 'choices'
                      ? (row[column.name] ?? '').split(',').filter((part) => part !== '')
                      : row[column.name]
                  }
                  error={
                    wrong?.row === index && wrong.column === column.name
                      ? problemText(t, column, wrong.problem)
                      : undefined
                  }
                  onChange={(part) => change(index, column.name, part)}
                />
              ))}
            </div>
            <IconButton
              label={t('backOffice.form.removeRow', { number: index + 1 })}
              onClick={() => onChange(rows.filter((_, place) => place !== index))}
            >
              <Icon name="close" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Problem text={wrong ? undefined : error} />
      <Button
        variant="plain"
        size="small"
        onClick={() => onChange([...rows, Object.fromEntries(columns.map(({ name }) => [name, '']))])}
      >
        {t('backOffice.form.addRow')}
      </Button>
    </fieldset>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return (
    <p className={classes.problem} aria-live="polite">
      {text === undefined ? null : <Icon name="warning" size={18} />}
      {text}
    </p>
  );
}
