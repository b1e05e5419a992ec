import { useHydrated, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Actor } from '#shared/kernel/actor.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { isSelected, type MenuPlace, menuPlaces } from './menu-items.ts';

/** Somebody signed in of whom nothing more is known yet. */
const someMember: Actor = {
  kind: 'member',
  accountId: 0,
  sessionId: '',
  clientId: 0,
  trainerId: undefined,
  isAdmin: false,
  canSeeRegistrations: false,
  canManageRegistrations: false,
};

/** The places of whoever looks, and which of them is the current one. */
export function useMenu() {
  return useMenuOf(useActor());
}

/** The same as a member has it: until it is known who comes back, with the places that every member has. */
export function useMemberMenu() {
  const actor = useActor();
  return useMenuOf(actor.kind === 'visitor' ? someMember : actor);
}

/** What a place is called: what is let is a centre's own, lanes at one and simulators at another. */
export function usePlaceTitle() {
  const { t } = useTexts();
  const { rentals } = useStartContext().configuration;
  return ({ title }: MenuPlace) => (title === 'pool' && rentals) || t(`menu.${title}`);
}

function useMenuOf(actor: Actor) {
  const { pageRules, isDevelopment, isFrame } = useStartContext();
  const address = useLocation({ select: (location) => location.pathname });
  // A frame is drawn for no address: which place is the current one shows when the browser has taken it over.
  const isAnywhere = !useHydrated() && isFrame;
  const path = isAnywhere ? '' : address;
  const places = useMemo(
    () => menuPlaces(actor, pageRules, { isDevelopment }),
    [actor, pageRules, isDevelopment],
  );
  const selected = places.find((place) => isSelected(place, path));
  return {
    actor,
    path,
    places,
    isSelected: (place: MenuPlace) => place === selected,
    isLanguageHidden: pageRules.menu.isLanguageHidden,
  };
}
