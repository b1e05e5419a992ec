import { useEffect, useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#web/kernel/stored.ts';

/** From this width the menu has room for words; below it is a rail of signs. */
const fullMenu = '(min-width: 1200px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(fullMenu);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export interface SideMenuState {
  /** A rail of signs: by choice, or because the window is not wide enough. */
  isRail: boolean;
  isCollapsed: boolean;
  isOpen: (submenu: string) => boolean;
  toggleSubmenu: (submenu: string) => void;
  /** Closes what floats beside the rail; open submenus of the full menu stay. */
  closeFloating: () => void;
  toggleCollapsed: () => void;
}

/**
 * The collapsed flag and the open submenus, remembered under `menu` (specification points 2 and 3). Collapsing the
 * menu collapses all submenus. In a rail a submenu floats beside it, one at a time, and is not remembered.
 */
export function useSideMenu(): SideMenuState {
  const isWide = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(fullMenu).matches,
    () => true,
  );
  const [menu, setMenu] = useState({ isCollapsed: false, openSubmenus: [] as string[] });
  const [floating, setFloating] = useState<string | null>(null);
  const isRail = menu.isCollapsed || !isWide;

  // Storage is read after hydration, as the server does not know it.
  useEffect(() => {
    const stored = readStored('menu');
    if (stored) setMenu(stored);
  }, []);

  function change(next: typeof menu) {
    setMenu(next);
    writeStored('menu', next);
  }

  return {
    isRail,
    isCollapsed: menu.isCollapsed,
    isOpen: (submenu) => (isRail ? floating === submenu : menu.openSubmenus.includes(submenu)),
    toggleSubmenu: (submenu) => {
      if (isRail) {
        setFloating(floating === submenu ? null : submenu);
        return;
      }
      const others = menu.openSubmenus.filter((other) => other !== submenu);
      const wasOpen = others.length < menu.openSubmenus.length;
      change({ ...menu, openSubmenus: wasOpen ? others : [...others, submenu] });
    },
    closeFloating: () => setFloating(null),
    toggleCollapsed: () => {
      setFloating(null);
      change({ isCollapsed: !menu.isCollapsed, openSubmenus: [] });
    },
  };
}
