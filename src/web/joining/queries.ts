import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeJoinDraft,
  checkJoin,
  checkJoinDiscount,
  confirmJoin,
  getJoin,
  getJoinDraft,
  getJoinProof,
  getOwnJoin,
  join,
  openJoinDraft,
  takeOverJoin,
} from '#shared/joining/contract.ts';
import type { JoinForm } from '#shared/joining/domain.ts';
import { ApiError, call } from '#web/kernel/call.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

/** What can be joined here; part of the page. */
export function joinOfferQuery() {
  return { ...queryFor(getJoin), staleTime: 60_000 };
}

export function useJoinOffer() {
  return useQuery(joinOfferQuery());
}

/** What is paid first, with a code or without; asked as soon as package, club and start stand. */
export function useJoinPrice(
  { productId, unitId, startsOn }: Pick<JoinForm, 'productId' | 'unitId' | 'startsOn'>,
  code: string,
  isAsked: boolean,
) {
  const body = { productId: productId ?? 0, unitId: unitId ?? 0, startsOn, code };
  return useQuery({
    ...queryFor(checkJoinDiscount, { body }),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

const isShownHere = () => true;

/** Everything that is wrong, as the server sees it. */
export function useCheckJoin() {
  return useCommand(checkJoin, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** Makes the contract and its draft invoice. Refusals stand at the form, where nothing typed is lost. */
export function useJoin() {
  return useCommand(join, { invalidates: [], isErrorShownByScreen: isShownHere });
}

/** What is being typed, and the token of its draft on the server. */
export interface TypedForm {
  readonly form: JoinForm;
  readonly token: string | null;
  /** Of its joiner stands there what was shown, and nothing that was typed. */
  readonly isShown: boolean;
}

const typedKey = ['join-form'];

/** As long as a member may be away before they are signed out (specification point 9). */
export const keptForMs = 15 * 60_000;

/**
 * What is being typed, in the memory of this page alone: found again on the way back from another screen, gone with the
 * page, with a member's logging out, and when nothing was typed for a while.
 */
export function useTypedForm() {
  const client = useQueryClient();
  const forget = () => client.removeQueries({ queryKey: typedKey });
  return {
    read: () => client.getQueryData<TypedForm>(typedKey),
    write: (typed: TypedForm) => {
      // Its time begins anew only with another entry of the cache.
      forget();
      client.setQueryDefaults(typedKey, { gcTime: keptForMs });
      client.setQueryData(typedKey, typed);
    },
    forget,
  };
}

const memberKey = ['join-member'];

/** Whether who was shown has an account here; in the memory of this page, as their form is. */
export function useIsMemberShown() {
  const client = useQueryClient();
  return {
    read: () => client.getQueryData<boolean>(memberKey) === true,
    write: (isMember: boolean) => client.setQueryData(memberKey, isMember),
  };
}

/** Keeps a form on the server under its token, or a new one. Null when it could not be kept now. */
export async function keepDraft(token: string | null, form: JoinForm): Promise<string | null> {
  if (token !== null) {
    try {
      await call(changeJoinDraft, { body: { draftToken: token, form } }, { outlivesPage: true });
      return token;
    } catch (error) {
      // Its time may be over; anything else is tried again with the next change.
      if (!(error instanceof ApiError) || error.status !== 404) return null;
    }
  }
  try {
    return (await call(openJoinDraft, { body: form }, { outlivesPage: true })).draftToken;
  } catch {
    return null;
  }
}

/** What became of a draft; undefined where it is gone, null where it cannot be known now. */
export async function readDraft(token: string) {
  try {
    return await call(getJoinDraft, { query: { token } });
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? undefined : null;
  }
}

/** What a mailed link agrees to. */
export function useJoinProof(token: string) {
  return useQuery({ ...queryFor(getJoinProof, { query: { token } }), retry: false });
}

export function useConfirmJoin() {
  return useCommand(confirmJoin, { invalidates: ['joining'], isErrorShownByScreen: isShownHere });
}

/** What a member agreed to in joining anew. */
export function useOwnJoin(token: string) {
  return useQuery({ ...queryFor(getOwnJoin, { query: { token } }), retry: false });
}

export function useTakeOver() {
  return useCommand(takeOverJoin, {
    invalidates: ['joining', 'contracts', 'invoices'],
    isErrorShownByScreen: isShownHere,
  });
}
