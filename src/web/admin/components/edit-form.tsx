import type { ReactNode } from 'react';
import { type Field, type Form, shownFields, type Values } from '#shared/kernel/fields.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './edit-form.module.css';
import { FieldInput } from './field-input.tsx';
import { problemText, type ReferenceLists, valueText, type Wording } from './labels.ts';
import { type Seen, useEditForm } from './use-edit-form.ts';

interface EditFormProps {
  /** What the form is of, for those who listen. */
  label: string;
  fields: readonly Field[];
  wording: Wording;
  references?: ReferenceLists;
  seen: Seen;
  save: (values: Values, version: string) => Promise<unknown>;
  refresh: () => Promise<unknown>;
  isSaving: boolean;
  saveText?: string | undefined;
  /** Under the fields: what they come to. */
  children?: (form: Form) => ReactNode;
  /** Said above the fields. */
  note?: ReactNode;
}

/** The one form of the back office. */
export function EditForm(props: EditFormProps) {
  const {
    label,
    fields,
    wording,
    references = {},
    seen,
    save,
    refresh,
    isSaving,
    saveText,
    children,
    note,
  } = props;
  const texts = useTexts();
  const { t } = texts;
  const edit = useEditForm({ fields, seen, save, refresh });
  const isNew = seen.version === null;
  const errorOf = (field: Field) => {
    const problem = edit.problemOf(field.name);
    if (problem === undefined) return undefined;
    return problem === 'refused' ? t('backOffice.form.fixField') : problemText(t, field, problem);
  };
  return (
    <form
      ref={edit.ref}
      className={classes.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void edit.submit();
      }}
      onBlur={(event) => {
        const name = (event.target as Partial<HTMLInputElement>).name;
        if (name) edit.leave(name);
      }}
    >
      {note}
      <div aria-live="polite" className={classes.live}>
        {edit.conflicts.length > 0 ? (
          <Notice tone="warn" icon="warning" text={t('backOffice.form.conflict')} />
        ) : edit.isOvertaken ? (
          <Notice tone="warn" icon="warning" text={t('backOffice.form.overtaken')} />
        ) : null}
      </div>
      {shownFields(fields, edit.form).map((field) => (
        <div key={field.name} className={classes.field}>
          <FieldInput
            field={field}
            wording={wording}
            references={references}
            value={edit.form[field.name]}
            error={errorOf(field)}
            isFixed={field.isFixed === true && !isNew}
            onChange={(value) => edit.set(field.name, value)}
          />
          {edit.conflicts.includes(field.name) ? (
            <p className={classes.stored}>
              <span>
                {t('backOffice.form.stored', {
                  value: valueText(texts, field, edit.stored[field.name], references),
                })}
              </span>
              <Button variant="text" size="small" onClick={() => edit.takeStored(field.name)}>
                {t('backOffice.form.takeTheirs')}
              </Button>
            </p>
          ) : null}
        </div>
      ))}
      {children?.(edit.form)}
      {edit.isDirty || isNew ? (
        <div className={classes.bar}>
          <ActionBar
            label={label}
            text={isNew ? undefined : t('backOffice.changes', { count: edit.changed.length })}
          >
            <div className={classes.actions}>
              {isNew ? null : (
                <Button variant="plain" onClick={edit.undo}>
                  {t('backOffice.form.undo')}
                </Button>
              )}
              <Button type="submit" isPending={isSaving} pendingText={t('backOffice.form.saving')}>
                {saveText ?? t(isNew ? 'backOffice.form.create' : 'backOffice.form.save')}
              </Button>
            </div>
          </ActionBar>
        </div>
      ) : null}
    </form>
  );
}
