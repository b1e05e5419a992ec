import { useQuery } from '@tanstack/react-query';
import {
  addGroupMember,
  listGroupMembers,
  removeGroupMember,
} from '#shared/training-groups/members/contract.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** Who is in a training group, and taking people in and out. */
export function useGroupMembers(id: number) {
  const isMember = useIsMember();
  const query = useQuery({ ...queryFor(listGroupMembers, { params: { id } }), enabled: isMember });
  // What trainers see of their groups is another noun.
  const invalidates = ['back-office', 'training-groups'];
  const adding = useCommand(addGroupMember, { success: (t) => t('backOffice.members.added'), invalidates });
  const removing = useCommand(removeGroupMember, {
    success: (t) => t('backOffice.members.removed'),
    invalidates,
  });
  return {
    members: query.data?.members,
    add: (clientId: number) => adding.mutate({ params: { id }, body: { clientId } }),
    remove: (clientId: number) => removing.mutate({ params: { id, clientId } }),
    isBusy: adding.isPending || removing.isPending,
  };
}
