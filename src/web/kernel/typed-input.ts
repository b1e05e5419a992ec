import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TextField } from '#web/ui/text-field.tsx';

type OwnParts =
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'onKeyDown'
  | 'ref'
  | 'type'
  | 'end'
  | 'min'
  | 'max'
  | 'step'
  | 'inputMode';

/** What a field takes that gives a value instead of the text in it. */
export interface ValueFieldProps extends Omit<ComponentProps<typeof TextField>, OwnParts> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
}

interface TypedInput {
  /** As it is submitted; absent: the field keeps its own. */
  value: string | undefined;
  defaultValue: string | undefined;
  onChange: ((value: string) => void) | undefined;
  /** The value that somebody means; undefined for what is none. */
  read: (text: string) => string | undefined;
  /** Whether nothing more can follow: then it counts while the field is still being typed into. */
  isWhole: (text: string) => boolean;
  /** How a value is shown. */
  show: (value: string) => string;
  /** What is put into the text after a character was typed at its end. */
  complete?: ((text: string) => string) | undefined;
  /** How to mend what cannot be read. Without one the form says it, and gets the text as it was typed. */
  problem?: string | undefined;
  /** Beside what the field does itself on being left. */
  onBlur?: (() => void) | undefined;
}

/**
 * A line of text that means something else than it says: it shows 23.11.2026 and submits 2026-11-23, under its name, in
 * a state and in a `FormData` alike. What cannot be read is told on leaving it, counts as empty and keeps its form from
 * being submitted. The text itself stays the browser's, so that what is typed before the scripts run is not lost.
 */
export function useTypedInput(options: TypedInput) {
  const latest = useRef(options);
  latest.current = options;
  const input = useRef<HTMLInputElement>(null);
  const { value } = options;
  const [first] = useState(value ?? options.defaultValue ?? '');
  const [firstText] = useState(() => options.show(first));
  const told = useRef(first);
  const [error, setError] = useState<string>();

  function tell(next: string): void {
    if (next === told.current) return;
    told.current = next;
    latest.current.onChange?.(next);
  }

  function take(): void {
    const { read, isWhole } = latest.current;
    const text = input.current?.value ?? '';
    const means = text.trim() === '' ? '' : read(text);
    if (means === undefined) {
      if (latest.current.problem === undefined) tell(text);
      return;
    }
    setError(undefined);
    if (means === '' || isWhole(text)) tell(means);
  }

  /** Nothing more is typed for now: the text is written out, or said to be none. */
  function settle(isSubmitted = false): void {
    const { read, show, problem } = latest.current;
    const field = input.current;
    if (!field) return;
    const text = field.value;
    const means = text.trim() === '' ? '' : read(text);
    // Who goes on to submit is told then: a line that appears now would move the button away from under the finger.
    if (means !== undefined || !isSubmitted) setError(means === undefined ? problem : undefined);
    if (means === undefined) {
      tell(problem === undefined ? text : '');
      return;
    }
    const shown = show(means);
    if (text !== shown) field.value = shown;
    tell(means);
  }

  function set(next: string): void {
    const field = input.current;
    if (!field) return;
    field.value = latest.current.show(next);
    setError(undefined);
    tell(next);
    // Its form hears of it as of anything typed.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  useEffect(() => {
    if (value === undefined || value === told.current) return;
    told.current = value;
    const field = input.current;
    if (field && latest.current.read(field.value) !== value) field.value = latest.current.show(value);
    setError(undefined);
  }, [value]);

  // Typed before the scripts ran, or put back by the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the field is taken over
  useEffect(() => {
    if (input.current && input.current.value !== firstText) take();
  }, []);

  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return;
    const fill = ({ formData }: FormDataEvent) => {
      if (field.name === '' || field.disabled) return;
      const { read, problem } = latest.current;
      formData.set(field.name, read(field.value) ?? (problem === undefined ? field.value : ''));
    };
    const refuse = (event: Event) => {
      const { read, problem } = latest.current;
      const isRead = field.disabled || field.value.trim() === '' || read(field.value) !== undefined;
      if (isRead || problem === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setError(problem);
      field.focus();
    };
    form.addEventListener('formdata', fill);
    form.addEventListener('submit', refuse, { capture: true });
    return () => {
      form.removeEventListener('formdata', fill);
      form.removeEventListener('submit', refuse, { capture: true });
    };
  }, []);

  return {
    error,
    set,
    /** What stands in the field as a value; undefined while it cannot be read. */
    now: () => latest.current.read(input.current?.value ?? ''),
    props: {
      ref: input,
      defaultValue: firstText,
      onChange: (event: { nativeEvent: Event }) => {
        const field = input.current;
        const { complete } = latest.current;
        const isTyped = 'inputType' in event.nativeEvent && event.nativeEvent.inputType === 'insertText';
        if (field && complete && isTyped && field.selectionStart === field.value.length) {
          const whole = complete(field.value);
          if (whole !== field.value) field.value = whole;
        }
        take();
      },
      onBlur: ({ relatedTarget }: FocusEvent<HTMLInputElement>) => {
        const form = input.current?.form;
        settle(
          relatedTarget instanceof HTMLButtonElement &&
            relatedTarget.type === 'submit' &&
            relatedTarget.form === form,
        );
        latest.current.onBlur?.();
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        // Enter submits what is written out; the field is not left for it.
        if (event.key === 'Enter') settle();
      },
    },
  };
}
