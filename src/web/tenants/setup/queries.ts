import { useQuery } from '@tanstack/react-query';
import { applySchedule, planSchedule, type ScheduleCommandInput } from '#shared/schedule/editing/contract.ts';
import {
  chooseSetupStyles,
  finishSetup,
  getSetup,
  passSetupStep,
  type SetupWay,
} from '#shared/tenants/setup/contract.ts';
import type { SetupStep } from '#shared/tenants/setup/domain.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

export type { SetupWay };

/** How far the centre is; asked only where it is wanted. */
export function useSetup(isWanted = true) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getSetup), enabled: isMember && isWanted });
}

export function useSetupCommands() {
  const passing = useCommand(passSetupStep);
  const choosing = useCommand(chooseSetupStyles, {
    success: (t, { count }) => t('setup.chosen', { count }),
  });
  const finishing = useCommand(finishSetup, {
    success: (t) => t('setup.finished'),
    invalidates: ['back-office', 'tenants'],
  });
  return {
    pass: (step: SetupStep) => passing.mutateAsync({ body: { step } }),
    isPassing: passing.isPending,
    choose: (keys: readonly string[]) => choosing.mutateAsync({ body: { keys: [...keys] } }),
    isChoosing: choosing.isPending,
    finish: () => finishing.mutateAsync(undefined),
    isFinishing: finishing.isPending,
  };
}

/** Puts a training into the timetable where nothing stands in its way; otherwise says what does, and nothing is made. */
export function useFirstTraining() {
  const planning = useCommand(planSchedule, { invalidates: [] });
  const applying = useCommand(applySchedule, {
    success: (t, { trainingIds }) => t('setup.trainingAdded', { count: trainingIds.length }),
    invalidates: ['schedule', 'back-office'],
  });
  return {
    put: async (command: ScheduleCommandInput): Promise<'made' | 'tooSoon' | 'taken'> => {
      const plan = await planning.mutateAsync({ body: { command } });
      if (!plan.isApplicable) {
        return plan.occurrences.some(({ reason }) => reason === 'past') ? 'tooSoon' : 'taken';
      }
      await applying.mutateAsync({ body: { command, planId: plan.planId } });
      return 'made';
    },
    isPutting: planning.isPending || applying.isPending,
  };
}
