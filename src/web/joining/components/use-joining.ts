import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
import type { ShownPerson } from '#shared/joining/shown/domain.ts';
import { keepDraft, readDraft, useTypedForm } from '../queries.ts';
import { forgetDraft, noteDraft, notedDraft } from './kept-form.ts';

/** Fields of each step, in their order on the page. */
const stepFields: readonly (readonly JoinField[])[] = [
  ['unitId', 'productId', 'startsOn', 'code'],
  joinFields.filter(
    (name) => !['unitId', 'productId', 'startsOn', 'code', 'startsEarly', 'hasAgreed'].includes(name),
  ),
  ['startsEarly', 'hasAgreed'],
];

/** The step a field stands on, from 1. */
export function stepOf(field: JoinField): number {
  return stepFields.findIndex((fields) => fields.includes(field)) + 1;
}

const saveDelayMs = 700;
const joinPath = '/public/join';

/**
 * The form as it is typed. It is kept in the memory of this page at each change and on the server a moment later, so that
 * neither a reload nor another language nor a failed call loses it. The browser stores nothing of it: the next one at a
 * shared computer would find it.
 */
export function useJoining(offer: JoinOffer, linkToken: string | undefined) {
  const [first] = offer.clubs;
  const empty = emptyForm(offer.country, offer.startFrom, first?.id ?? null);
  const typed = useTypedForm();
  const [form, setForm] = useState<JoinForm>(empty);
  const [isShown, setIsShown] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  const [shown, setShown] = useState<JoinProblems>({});
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The draft on the server. Each save waits for the one before, which may be the one that opens it. */
  const draft = useRef<string | null>(null);
  const saved = useRef<Promise<unknown>>(Promise.resolve());

  const rules = {
    today: offer.startFrom,
    startUntil: offer.startUntil,
    withdrawalDays: offer.withdrawalDays,
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
    const kept = typed.read();
    const opened = linkToken ?? kept?.token ?? notedDraft();
    const isKeptElsewhere = opened !== null && opened !== kept?.token;
    if (kept && !isKeptElsewhere) {
      setForm(kept.form);
      setIsShown(kept.isShown);
      draft.current = kept.token;
    }
    setIsRestored(!isKeptElsewhere);
    if (opened === null) return;
    let isLeft = false;
    void readDraft(opened).then((found) => {
      if (isLeft) return;
      if (found?.state === 'joined') {
        forgetDraft();
        typed.forget();
        setForm(empty);
        draft.current = null;
      } else if (found && isKeptElsewhere) {
        setForm(found.form);
        setIsShown(found.isShown);
        draft.current = opened;
        typed.write({ form: found.form, token: opened, isShown: found.isShown });
      } else if (found === undefined) {
        forgetDraft();
        setIsGone(isKeptElsewhere);
        draft.current = null;
      }
      setIsRestored(true);
    });
    return () => {
      isLeft = true;
    };
  }, [linkToken]);

  // Each step is an entry of the history of its own; with another page in sight it is not this one's any more.
  useEffect(() => {
    if (draft.current !== null && window.location.pathname === joinPath) noteDraft(draft.current);
  });

  /** Keeps the form on the server now; the token, or null when it could not be. */
  function save(next: JoinForm): Promise<string | null> {
    clearTimeout(saving.current);
    saving.current = undefined;
    const kept = saved.current.then(async () => {
      const token = await keepDraft(draft.current, next);
      if (token !== null && token !== draft.current) {
        draft.current = token;
        const kept = typed.read();
        typed.write({ form: kept?.form ?? next, token, isShown: kept?.isShown ?? false });
        if (window.location.pathname === joinPath) noteDraft(token);
      }
      return token;
    });
    saved.current = kept;
    return kept;
  }

  /**
   * What waits for its moment does not wait any longer: not even for the call before, whose answer this page may not
   * live to hear.
   */
  const saveRest = useEffectEvent(() => {
    if (saving.current === undefined) return;
    if (draft.current === null) void save(form);
    else void keepDraft(draft.current, form);
  });
  useEffect(() => {
    const leave = () => saveRest();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  /** @param isStill whether its joiner stands there as they were shown */
  function change(parts: Partial<JoinForm>, isStill = isShown) {
    const next = { ...form, ...parts };
    setForm(next);
    setIsShown(isStill);
    typed.write({ form: next, token: draft.current, isShown: isStill });
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
    isShown,
    isRestored,
    isGone,
    shown,
    change: (parts: Partial<JoinForm>) => change(parts),
    /** Who was shown stands in the form, whatever was typed there. */
    fillIn: (person: ShownPerson) => change(person, true),
    /** It is typed from here on. */
    typeInstead: () => change({}, false),
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
