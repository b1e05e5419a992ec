import { useEffect, useRef, useState } from 'react';
import type { JoinOffer } from '#shared/joining/contract.ts';
import {
  emptyForm,
  type JoinField,
  type JoinForm,
  type JoinProblem,
  type JoinProblems,
  joinFields,
  joinProblems,
} from '#shared/joining/domain.ts';
import { keepDraft, readDraft } from '../queries.ts';
import { forgetKept, readKept, writeKept } from './kept-form.ts';

/** Fields of each step, in their order on the page. */
export const stepFields: readonly (readonly JoinField[])[] = [
  ['unitId', 'productId', 'startsOn', 'code'],
  joinFields.filter((name) => !['unitId', 'productId', 'startsOn', 'code', 'hasAgreed'].includes(name)),
  ['hasAgreed'],
];

/** The step a field stands on, from 1. */
export function stepOf(field: JoinField): number {
  return stepFields.findIndex((fields) => fields.includes(field)) + 1;
}

const saveDelayMs = 700;

/**
 * The form as it is typed. It is kept in this tab at each change and on the server a moment later, so that neither a
 * reload nor another language nor a failed call loses it.
 */
export function useJoining(offer: JoinOffer, linkToken: string | undefined) {
  const [first] = offer.clubs;
  const empty = emptyForm(offer.country, offer.startFrom, first?.id ?? null);
  const [form, setForm] = useState<JoinForm>(empty);
  const [token, setToken] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  const [shown, setShown] = useState<JoinProblems>({});
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);

  const rules = {
    today: offer.startFrom,
    startUntil: offer.startUntil,
    page: offer.page,
    hasGuardians: offer.hasGuardians,
    isOffered: (productId: number, unitId: number) =>
      offer.packages.some(
        ({ id, prices }) => id === productId && prices.some((price) => price.unitId === unitId),
      ),
  };

  // Once for each way in: what is typed afterwards must not be overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read once
  useEffect(() => {
    const kept = readKept();
    const opened = linkToken ?? kept?.token ?? null;
    const isOther = linkToken !== undefined && linkToken !== kept?.token;
    if (kept && !isOther) {
      setForm((now) => ({ ...now, ...kept.form }));
      setToken(kept.token);
    }
    setIsRestored(!isOther);
    if (opened === null) return;
    let isLeft = false;
    void readDraft(opened).then((draft) => {
      if (isLeft) return;
      if (draft?.state === 'joined') {
        forgetKept();
        setForm(empty);
        setToken(null);
      } else if (draft && isOther) {
        setForm(draft.form);
        setToken(opened);
        writeKept({ form: draft.form, token: opened });
      } else if (draft === undefined) {
        setIsGone(isOther);
        setToken(null);
      }
      setIsRestored(true);
    });
    return () => {
      isLeft = true;
    };
  }, [linkToken]);

  useEffect(() => () => clearTimeout(saving.current), []);

  /** Keeps the form on the server now; the token, or null when it could not be. */
  async function save(next: JoinForm): Promise<string | null> {
    clearTimeout(saving.current);
    const kept = await keepDraft(token, next);
    if (kept !== null && kept !== token) {
      setToken(kept);
      writeKept({ form: next, token: kept });
    }
    return kept;
  }

  function change(parts: Partial<JoinForm>) {
    const next = { ...form, ...parts };
    setForm(next);
    writeKept({ form: next, token });
    const found = joinProblems(next, rules);
    // A message goes when its field is mended; mending one field may mend another. What only the server knows goes, too.
    setShown((now) => {
      const kept = joinFields.filter((name) => now[name] !== undefined && found[name] !== undefined);
      return Object.fromEntries(kept.map((name) => [name, found[name]]));
    });
    clearTimeout(saving.current);
    if (next.email !== '' || next.firstName !== '') {
      saving.current = setTimeout(() => void save(next), saveDelayMs);
    }
  }

  return {
    form,
    isRestored,
    isGone,
    shown,
    change,
    save,
    /** On leaving a field that was typed into. */
    leave(name: JoinField) {
      const found = joinProblems(form, rules)[name];
      if (form[name] !== '') setShown((now) => withProblem(now, name, found));
    },
    /** What is wrong up to a step, shown under its fields. */
    problemsUntil(step: number): JoinProblems {
      const found = joinProblems(form, rules);
      const names = stepFields.slice(0, step).flat();
      const some = Object.fromEntries(
        names.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]])),
      );
      setShown(some);
      return some;
    },
    show: setShown,
  };
}

function withProblem(shown: JoinProblems, name: JoinField, problem: JoinProblem | undefined): JoinProblems {
  const { [name]: _, ...others } = shown;
  return problem === undefined ? others : { ...others, [name]: problem };
}

export type Joining = ReturnType<typeof useJoining>;
