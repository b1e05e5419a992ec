import { type ReactNode, useEffect, useRef } from 'react';
import { useAdminMode } from '#web/kernel/admin-mode.ts';
import { languageNames, useColourMode, useLanguageChoice } from '#web/kernel/preferences.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { useUpdate } from '../updates.ts';
import { Brand } from './brand.tsx';
import { type MenuPlace, menuItems } from './menu-items.ts';
import { PlaceLink } from './place-link.tsx';
import classes from './side-menu.module.css';
import { useMemberMenu, usePlaceTitle } from './use-menu.ts';
import { type SideMenuState, useSideMenu } from './use-side-menu.ts';

/** The menu of members from 800 px: a rail of signs, from 1200 px with words unless it was collapsed. */
export function SideMenu() {
  const { t } = useTexts();
  const menu = useSideMenu();
  const { places, isSelected, isLanguageHidden, path } = useMemberMenu();
  const { mode, toggle } = useColourMode();
  const admin = useAdminMode();
  const { logout } = useSession();
  const update = useUpdate();
  const root = useRef<HTMLElement>(null);
  useCloseFloating(root, menu, path);
  return (
    <header ref={root} className={joinClasses(classes.menu, menu.isCollapsed && classes.collapsed)}>
      <Brand className={joinClasses(classes.brand)} titleClassName={classes.label ?? ''} />
      <nav className={classes.places} aria-label={t('menu.mainMenu')}>
        <ul className={classes.list}>
          {menuItems(places).map((item) =>
            item.kind === 'place' ? (
              <li key={item.place.title}>
                <Place place={item.place} isSelected={isSelected(item.place)} />
              </li>
            ) : (
              <li key={item.submenu} className={classes.holder}>
                <Submenu
                  menu={menu}
                  name={item.submenu}
                  title={t(`menu.${item.submenu}`)}
                  icon={item.places[0]?.icon ?? 'menu'}
                  isSelected={item.places.some(isSelected)}
                >
                  {item.places.map((place) => (
                    <li key={place.title}>
                      <Place place={place} isSelected={isSelected(place)} isInside />
                    </li>
                  ))}
                </Submenu>
              </li>
            ),
          )}
        </ul>
      </nav>
      <ul className={joinClasses(classes.list, classes.foot)}>
        {update.isReady ? (
          <li>
            <MenuButton icon="arrowRight" text={t('menu.updateApp')} onPress={update.apply} />
          </li>
        ) : null}
        {admin.isOffered ? (
          <li>
            <MenuButton
              icon="pencil"
              text={t(admin.isAdminMode ? 'menu.adminModeOff' : 'menu.adminModeOn')}
              onPress={admin.toggle}
            />
          </li>
        ) : null}
        {isLanguageHidden ? null : (
          <li className={classes.holder}>
            <LanguageSubmenu menu={menu} />
          </li>
        )}
        <li>
          <MenuButton
            icon={mode === 'dark' ? 'sun' : 'moon'}
            text={t(mode === 'dark' ? 'menu.lightColours' : 'menu.darkColours')}
            onPress={toggle}
          />
        </li>
        <li>
          <MenuButton icon="logOut" text={t('menu.logout')} onPress={logout} />
        </li>
        <li className={classes.collapser}>
          <MenuButton
            icon={menu.isCollapsed ? 'chevronRight' : 'chevronLeft'}
            text={t(menu.isCollapsed ? 'menu.expand' : 'menu.collapse')}
            onPress={menu.toggleCollapsed}
          />
        </li>
      </ul>
    </header>
  );
}

function Place({
  place,
  isSelected,
  isInside = false,
}: {
  place: MenuPlace;
  isSelected: boolean;
  isInside?: boolean;
}) {
  const titleOf = usePlaceTitle();
  return (
    <PlaceLink
      path={place.path}
      isSelected={isSelected}
      className={joinClasses(classes.item, isInside && classes.inside)}
      selectedClassName={classes.selected}
    >
      {isInside ? null : <Icon name={place.icon} size={22} isStrong={isSelected} />}
      <span className={isInside ? undefined : classes.label}>{titleOf(place)}</span>
    </PlaceLink>
  );
}

function MenuButton({ icon, text, onPress }: { icon: IconName; text: string; onPress: () => void }) {
  return (
    <button type="button" className={classes.item} onClick={onPress}>
      <Icon name={icon} size={22} />
      <span className={classes.label}>{text}</span>
    </button>
  );
}

interface SubmenuProps {
  menu: SideMenuState;
  name: string;
  title: string;
  icon: IconName;
  isSelected: boolean;
  /** List items. */
  children: ReactNode;
}

/** Opens under its title, or beside the rail. */
function Submenu({ menu, name, title, icon, isSelected, children }: SubmenuProps) {
  const isOpen = menu.isOpen(name);
  const listId = `submenu-${name}`;
  return (
    <>
      <button
        type="button"
        className={joinClasses(classes.item, isSelected && (!isOpen || menu.isRail) && classes.selected)}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => menu.toggleSubmenu(name)}
      >
        <Icon name={icon} size={22} isStrong={isSelected} />
        <span className={classes.label}>{title}</span>
        <Icon
          name="chevronDown"
          size={18}
          className={joinClasses(classes.arrow, isOpen && classes.arrowUp)}
        />
      </button>
      <ul id={listId} className={classes.submenu} hidden={!isOpen}>
        {children}
      </ul>
    </>
  );
}

function LanguageSubmenu({ menu }: { menu: SideMenuState }) {
  const { t } = useTexts();
  const { language, languages, choose } = useLanguageChoice();
  return (
    <Submenu menu={menu} name="language" title={t('menu.language')} icon="globe" isSelected={false}>
      {languages.map((one) => (
        <li key={one}>
          <button
            type="button"
            lang={one}
            className={joinClasses(classes.item, classes.inside, one === language && classes.current)}
            aria-pressed={one === language}
            onClick={() => choose(one)}
          >
            {languageNames[one]}
            {one === language ? <Icon name="check" size={18} /> : null}
          </button>
        </li>
      ))}
    </Submenu>
  );
}

/** What floats beside the rail closes on Escape, on a press elsewhere and on a new page. */
function useCloseFloating(root: React.RefObject<HTMLElement | null>, menu: SideMenuState, path: string) {
  const close = useRef(menu.closeFloating);
  close.current = menu.closeFloating;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close
  useEffect(() => close.current(), [path]);
  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close.current();
    }
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') close.current();
    }
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [root]);
}
