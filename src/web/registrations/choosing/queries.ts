import { keepRegistration } from '#shared/registrations/choosing/contract.ts';
import { useCommand } from '#web/kernel/queries.ts';
import { refreshed } from '../queries.ts';

/** Keeps one of two bookings that meet; the other is given back free. */
export function useKeep() {
  const command = useCommand(keepRegistration, {
    invalidates: refreshed,
    success: (t) => t('registrations.chosen'),
  });
  return {
    keep: (registrationId: number) => command.mutate({ params: { id: registrationId } }),
    /** The one that is being kept. */
    pending: command.isPending ? command.variables?.params.id : undefined,
  };
}
