import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  changedFields,
  type Field,
  type Form,
  type FormValue,
  findProblems,
  formOf,
  type Problem,
  rebase,
  type Values,
  valuesOf,
  wrongPart,
} from '#shared/kernel/fields.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** What is stored, as it was seen. */
export interface Seen {
  /** Null for a new one. */
  readonly version: string | null;
  readonly values: unknown;
}

interface Options {
  readonly fields: readonly Field[];
  readonly seen: Seen;
  /** Rejects with what the server refused. */
  readonly save: (values: Values, version: string) => Promise<unknown>;
  /** After a refusal: asks for what is stored now. */
  readonly refresh: () => Promise<unknown>;
}

/**
 * A form over what is stored. What is typed stays: when somebody else saved meanwhile, fields left alone take what is stored
 * now, and what both changed is shown. Errors appear on leaving a field and on submit, which goes to the first of them.
 */
export function useEditForm({ fields, seen, save, refresh }: Options) {
  const { t } = useTexts();
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(() => ({ version: seen.version, form: formOf(fields, seen.values) }));
  const [form, setForm] = useState<Form>(base.form);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<string | undefined>();
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  /** Somebody else was quicker: what was pressed has not been saved. */
  const [isOvertaken, setIsOvertaken] = useState(false);
  /** What is on its way to the server, or was just saved: what is typed meanwhile stays as typed. */
  const sent = useRef<Form | null>(null);

  useEffect(() => {
    if (seen.version === base.version) return;
    const stored = formOf(fields, seen.values);
    const own = sent.current;
    sent.current = null;
    const next = rebase(fields, { base: own ?? base.form, stored, typed: form });
    setBase({ version: seen.version, form: stored });
    setForm(next.form);
    // What was just saved is no other's change.
    setConflicts(own ? [] : next.conflicts);
  }, [fields, seen.version, seen.values, base, form]);

  const changed = changedFields(fields, base.form, form);
  const isDirty = changed.length > 0;
  const problems = findProblems(fields, form);

  // The browser's own question: it alone stands in the way of its back button and of closing the page as well.
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isElsewhere =
        current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
      return isElsewhere && isDirty && sent.current === null && !window.confirm(t('backOffice.form.leave'));
    },
    enableBeforeUnload: () => isDirty && sent.current === null,
  });

  function goTo(name: string | undefined): void {
    const named = (wanted: string) =>
      ref.current?.querySelectorAll<HTMLElement>(`[name="${CSS.escape(wanted)}"]`) ?? [];
    const field = name && named(name)[0];
    if (!field) return;
    if (!field.matches('fieldset')) {
      field.focus();
      return;
    }
    // A field of several parts is not typed into: the wrong one of them is, or the first.
    const asked = fields.find((one) => one.name === name);
    const wrong = asked?.kind === 'rows' ? wrongPart(asked, form[name]) : undefined;
    const part = wrong && named(`${name}Columns.${wrong.column}`)[wrong.row];
    (part ?? field.querySelector<HTMLElement>('input, select, textarea'))?.focus();
  }

  async function submit(): Promise<void> {
    setLeft(new Set(fields.map(({ name }) => name)));
    setRefused(undefined);
    setIsOvertaken(false);
    const first = fields.find(({ name }) => problems[name])?.name;
    if (first !== undefined) return goTo(first);
    sent.current = form;
    try {
      await save(valuesOf(fields, form), base.version ?? '');
    } catch (error) {
      sent.current = null;
      await refresh();
      setIsOvertaken(error instanceof ApiError && error.errors[0] === 'changedMeanwhile');
      const field = error instanceof ApiError ? error.details?.field : undefined;
      if (typeof field !== 'string') return;
      setRefused(field);
      goTo(fields.find(({ name }) => field === name || field.startsWith(`${name}.`))?.name);
    }
  }

  return {
    ref,
    form,
    isDirty,
    changed,
    conflicts,
    isOvertaken,
    stored: base.form,
    problemOf: (name: string): Problem | 'refused' | undefined =>
      left.has(name) && problems[name] ? problems[name] : refused?.startsWith(name) ? 'refused' : undefined,
    set: (name: string, value: FormValue) => {
      setForm((known) => ({ ...known, [name]: value }));
      setRefused((known) => (known?.startsWith(name) ? undefined : known));
    },
    leave: (name: string) => setLeft((known) => (known.has(name) ? known : new Set([...known, name]))),
    takeStored: (name: string) => {
      setForm((known) => ({ ...known, [name]: base.form[name] ?? '' }));
      setConflicts((known) => known.filter((one) => one !== name));
    },
    undo: () => {
      setForm(base.form);
      setConflicts([]);
      setIsOvertaken(false);
      setLeft(new Set());
    },
    submit,
  };
}
