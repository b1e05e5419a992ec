import {
  type FocusEvent,
  type FormEvent,
  type SubmitEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

export type FieldValues<Name extends string> = Readonly<Record<Name, string>>;
/** What each field says; a field that is in order says nothing. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string | undefined>>;

interface FormOptions<Name extends string> {
  names: readonly Name[];
  /** What is wrong with the values as they stand. */
  check: (values: FieldValues<Name>) => FieldErrors<Name>;
  onSubmit: (values: FieldValues<Name>) => void;
}

/**
 * A form whose fields keep their own text, so that nothing typed is ever lost, before hydration neither. An error
 * appears on leaving a field that was typed into or on submit, goes when it is mended, and submit moves focus to
 * the first.
 */
export function useForm<Name extends string>({ names, check, onSubmit }: FormOptions<Name>) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const failed = useRef<{ errors: FieldErrors<Name>; values: FieldValues<Name> } | null>(null);
  const isReady = useIsHydrated();

  function read(): FieldValues<Name> {
    const data = ref.current ? new FormData(ref.current) : new FormData();
    const pairs = names.map((name) => [name, String(data.get(name) ?? '')] as const);
    return Object.fromEntries(pairs) as FieldValues<Name>;
  }

  function nameOf(target: EventTarget): Name | undefined {
    const named = target instanceof HTMLInputElement ? target.name : undefined;
    return names.find((name) => name === named);
  }

  /** Shows errors under their fields and goes to the first; also for what only the server can know. */
  function fail(found: FieldErrors<Name>): boolean {
    failed.current = { errors: found, values: read() };
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    const field = first && ref.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
    return first !== undefined;
  }

  const props = {
    ref,
    noValidate: true,
    // Never a GET: before the scripts run, a submit must not put a password into the address.
    method: 'post',
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const values = read();
      if (!fail(check(values))) onSubmit(values);
    },
    onBlur: (event: FocusEvent<HTMLFormElement>) => {
      const name = nameOf(event.target);
      const values = read();
      if (!name || values[name] === '') return;
      // What only the server knew stays until it is mended: nothing moves below a button that is being pressed.
      const was = failed.current?.values[name] === values[name] ? failed.current.errors[name] : undefined;
      setErrors((shown) => ({ ...shown, [name]: check(values)[name] ?? was }));
    },
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const name = nameOf(event.target);
      if (!name) return;
      const found = check(read());
      // Mending one field may mend another, as a repeated password does.
      setErrors((shown) => {
        const kept = names.filter((one) => shown[one] !== undefined && found[one] !== undefined);
        return Object.fromEntries(kept.map((one) => [one, found[one]])) as FieldErrors<Name>;
      });
    },
  } as const;

  return {
    props,
    /** What a `TextField` takes. */
    field: (name: Name) => ({ name, error: errors[name] }),
    fail,
    reset: () => ref.current?.reset(),
    /** Whether a submit is heard yet: false in the server's page until its scripts run. */
    isReady,
  };
}

const never = () => () => {};

function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
