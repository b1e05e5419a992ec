import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useTopDialog } from '#web/kernel/dialog.tsx';
import { useIsKnown, useIsMember } from '#web/kernel/session.tsx';
import { whenIdle } from '#web/kernel/tasks.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './frame.module.css';
import { bringMemberParts } from './late-parts.ts';
import { ProofHost } from './proof-host.tsx';
import { PublicHeader } from './public-header.tsx';

const SideMenu = lazy(() => bringMemberParts().then((parts) => ({ default: parts.SideMenu })));
const BottomTabs = lazy(() => bringMemberParts().then((parts) => ({ default: parts.BottomTabs })));
const StillHereDialog = lazy(() => bringMemberParts().then((parts) => ({ default: parts.StillHereDialog })));

interface FrameProps {
  children: ReactNode;
  /** `UpdatePrompt` while a new version waits for an answer. */
  updatePrompt?: ReactNode;
  /** The page is the log-in page itself, at whatever address it appears. */
  isLanding?: boolean;
}

/**
 * What stands around every screen (specification point 2). Visitors have a header; members have tabs at the
 * bottom under 800 px, else a menu at the left. The wall (`mode=tv`) and a tablet at a door have nothing. Both layouts are in the page
 * and the style sheet shows one, so that the server need not know the window.
 */
export function Frame({ children, updatePrompt, isLanding = false }: FrameProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const isWall = useLocation({
    select: ({ pathname, search }) => pathname === '/door' || ('mode' in search && search.mode === 'tv'),
  });
  const content = useRef<HTMLElement>(null);
  useFocusOnNewScreen(content);
  // Who is about to log in need not wait for the menu.
  useEffect(() => {
    if (isLanding) whenIdle(() => void bringMemberParts().catch(() => undefined));
  }, [isLanding]);
  const isKnown = useIsKnown();
  useLayoutEffect(() => {
    // The place that was kept for a member who comes back is taken, or given up.
    if (isKnown) delete document.documentElement.dataset.member;
  }, [isKnown]);
  if (isWall) {
    return (
      <main id="content" className={classes.wall}>
        {children}
      </main>
    );
  }
  return (
    <div className={joinClasses(classes.frame, isMember && classes.member)}>
      <a className={classes.skip} href="#content">
        {t('menu.skipToContent')}
      </a>
      {isMember ? (
        <div className={classes.side}>
          <Suspense fallback={<div className={classes.menuPlace} />}>
            <SideMenu />
          </Suspense>
        </div>
      ) : (
        <PublicHeader hasLogin={!isLanding} />
      )}
      <div className={classes.column}>
        {updatePrompt}
        <main ref={content} id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isMember ? (
        <Suspense>
          <div className={classes.tabs}>
            <BottomTabs />
          </div>
          <StillHereDialog />
        </Suspense>
      ) : null}
      {/* Not late: what is pressed first may need it. */}
      {isMember ? <ProofHost /> : null}
    </div>
  );
}

/** A new path is a new screen: whoever listens hears its heading, whoever uses the keyboard starts there. */
function useFocusOnNewScreen(content: React.RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  // An open sheet keeps the focus; when it closes it gives it back first.
  const dialog = useTopDialog();
  useEffect(() => {
    if (shown.current === path || dialog) return;
    shown.current = path;
    // The screen may have put focus into its own field already.
    if (content.current?.contains(document.activeElement) && document.activeElement !== content.current)
      return;
    const heading = content.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    (heading ?? content.current)?.focus({ preventScroll: true });
  }, [path, dialog, content]);
}
