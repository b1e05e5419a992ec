/** The way from a new centre to its first booking, in the order in which each step needs the one before. */
export const setupSteps = [
  'centre',
  'company',
  'clubs',
  'rooms',
  'styles',
  'trainers',
  'limits',
  'training',
  'product',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `left`: gone past without doing it, to be come back to. */
export const stepStates = ['done', 'left', 'open'] as const;
export type StepState = (typeof stepStates)[number];

/** What there is of a centre, counted by the database. */
export interface SetupFacts {
  readonly hasContact: boolean;
  readonly hasCompany: boolean;
  readonly clubs: number;
  readonly rooms: number;
  readonly styles: number;
  readonly trainers: number;
  /** Ahead and open to members. */
  readonly trainings: number;
  readonly products: number;
  /** Steps that were gone past. */
  readonly passed: readonly string[];
}

function isDone(step: SetupStep, facts: SetupFacts): boolean {
  switch (step) {
    case 'centre':
      return facts.hasContact;
    case 'company':
      return facts.hasCompany;
    case 'limits':
      // The usual ones hold already: to have looked at them is all.
      return facts.passed.includes('limits');
    case 'training':
      return facts.trainings > 0;
    case 'product':
      return facts.products > 0;
    default:
      return facts[step] > 0;
  }
}

/** How far each step is: read off what there is, so that whatever was done elsewhere counts too. */
export function stepsOf(facts: SetupFacts): { readonly name: SetupStep; readonly state: StepState }[] {
  return setupSteps.map((name) => ({
    name,
    state: isDone(name, facts) ? 'done' : facts.passed.includes(name) ? 'left' : 'open',
  }));
}

/** Without these nobody can book anything. */
const neededSteps: readonly SetupStep[] = ['clubs', 'rooms', 'styles', 'training'];

/** The steps that still stand between the centre and its first booking. */
export function missingSteps(
  steps: readonly { readonly name: SetupStep; readonly state: StepState }[],
): SetupStep[] {
  return steps
    .filter(({ name, state }) => neededSteps.includes(name) && state !== 'done')
    .map(({ name }) => name);
}
