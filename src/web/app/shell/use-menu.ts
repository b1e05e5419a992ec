import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { isSelected, type MenuPlace, menuPlaces } from './menu-items.ts';

/** The places of whoever looks, and which of them is the current one. */
export function useMenu() {
  const actor = useActor();
  const { pageRules, isDevelopment } = useStartContext();
  const path = useLocation({ select: (location) => location.pathname });
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
