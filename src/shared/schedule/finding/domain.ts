import { compareInstants } from '#shared/kernel/dates.ts';
import type { Training } from '../contract.ts';
import { wordsOf } from '../domain.ts';

/** From so many letters on something is looked for. */
const fewestLetters = 2;

type Findable = Pick<
  Training,
  | 'id'
  | 'name'
  | 'namePrefix'
  | 'styleId'
  | 'typeName'
  | 'typeColor'
  | 'trainerId'
  | 'trainerName'
  | 'startDateTime'
  | 'isCancelled'
>;

/** A style or trainer whose name was typed, with how many trainings. */
interface FoundName {
  readonly id: number;
  readonly name: string;
  readonly count: number;
}

interface Found<One extends Findable> {
  readonly styles: readonly (FoundName & { readonly color: string })[];
  readonly trainers: readonly FoundName[];
  /** In their order of time. */
  readonly trainings: readonly One[];
}

/** Whether enough is typed to look for. */
export function isSought(typed: string): boolean {
  return wordsOf(typed).join('').length >= fewestLetters;
}

/**
 * What still begins and has every typed word somewhere in the names of the training, its style or its trainer, whatever
 * its accents and case; and the styles and trainers that have it in their own. Null while fewer than two letters are typed.
 */
export function findTrainings<One extends Findable>(
  trainings: readonly One[],
  typed: string,
  now: string,
): Found<One> | null {
  if (!isSought(typed)) return null;
  const words = wordsOf(typed);
  const has = (...names: string[]) => {
    const plain = wordsOf(names.join(' ')).join(' ');
    return words.every((word) => plain.includes(word));
  };
  const ahead = trainings.filter(
    ({ isCancelled, startDateTime }) => !isCancelled && compareInstants(startDateTime, now) > 0,
  );
  const styles = new Map<number, FoundName & { color: string }>();
  const trainers = new Map<number, FoundName>();
  for (const { styleId, typeName, typeColor, trainerId, trainerName } of ahead) {
    if (has(typeName)) {
      const count = (styles.get(styleId)?.count ?? 0) + 1;
      styles.set(styleId, { id: styleId, name: typeName, color: typeColor, count });
    }
    if (trainerId !== null && has(trainerName)) {
      const count = (trainers.get(trainerId)?.count ?? 0) + 1;
      trainers.set(trainerId, { id: trainerId, name: trainerName, count });
    }
  }
  return {
    styles: [...styles.values()],
    trainers: [...trainers.values()],
    trainings: ahead
      .filter(({ namePrefix, name, typeName, trainerName }) => has(namePrefix, name, typeName, trainerName))
      .toSorted((one, other) => compareInstants(one.startDateTime, other.startDateTime) || one.id - other.id),
  };
}
