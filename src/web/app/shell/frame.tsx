import { useHydrated, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTopDialog } from '#web/kernel/dialog.tsx';
import { useIsKnown, useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { whenIdle } from '#web/kernel/tasks.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
// Pages that may be a member's are drawn with menu and tabs: their styles come with them.
import './bottom-tabs.module.css';
import './side-menu.module.css';
import classes from './frame.module.css';
import { bringMemberParts, useMemberParts } from './late-parts.ts';
import { ProofHost } from './proof-host.tsx';
import { PublicHeader } from './public-header.tsx';

interface FrameProps {
  children: ReactNode;
  /** `UpdatePrompt` while a new version waits for an answer. */
  updatePrompt?: ReactNode;
  /** The page is the log-in page itself, at whatever address it appears. */
  isLanding?: boolean;
}

/**
 * What stands around every screen (specification point 2). Visitors have a header; members have tabs at the bottom under
 * 800 px, else a menu at the left. The wall (`mode=tv`) and a tablet at a door have nothing. Both layouts are in the
 * page and the style sheet shows one, so that the server need not know the window. Nor does it know who comes back:
 * where that may be a member, tabs and menu are drawn, hidden from everybody else, and stay the same ones when it is
 * known.
 */
export function Frame({ children, updatePrompt, isLanding = false }: FrameProps) {
  const { t } = useTexts();
  const { isFrame, isDrawnOtherwise = false } = useStartContext();
  const isHydrated = useHydrated();
  const isMember = useIsMember();
  const isKnown = useIsKnown();
  // A frame is drawn before its address is known.
  const isAnywhere = !isHydrated && isFrame;
  const isTv = useLocation({
    select: ({ pathname, search }) => pathname === '/door' || ('mode' in search && search.mode === 'tv'),
  });
  const isAtHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const mayBeMember = !isKnown && (isFrame || isAtHome);
  const content = useRef<HTMLElement>(null);
  useFocusOnNewScreen(content);
  // Who is about to log in need not wait for the menu.
  useEffect(() => {
    if (isLanding) whenIdle(() => void bringMemberParts().catch(() => undefined));
  }, [isLanding]);
  useLayoutEffect(() => {
    // The place that was kept for a member who comes back is taken, or given up.
    if (isKnown) delete document.documentElement.dataset.member;
  }, [isKnown]);
  const brought = useMemberParts(isMember);
  // Other places than were drawn take over when the page is taken over, not with it.
  const parts = isHydrated || !isDrawnOtherwise ? brought : undefined;
  if (isTv && !isAnywhere) {
    return (
      <main id="content" className={classes.wall}>
        {children}
      </main>
    );
  }
  const early = isMember ? undefined : classes.early;
  const hasMenu = isMember || mayBeMember;
  return (
    <div
      className={joinClasses(classes.frame, isMember && classes.member, mayBeMember && classes.mayBeMember)}
    >
      <a className={classes.skip} href="#content">
        {t('menu.skipToContent')}
      </a>
      {hasMenu ? (
        <Place className={joinClasses(classes.side, early)}>{parts ? <parts.SideMenu /> : null}</Place>
      ) : null}
      {isMember || isAnywhere ? null : <PublicHeader hasLogin={!isLanding} />}
      <div className={classes.column}>
        {updatePrompt}
        <main ref={content} id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {hasMenu ? (
        <Place className={joinClasses(classes.tabs, early)}>{parts ? <parts.BottomTabs /> : null}</Place>
      ) : null}
      {isMember && parts ? <parts.StillHereDialog /> : null}
      {/* Not late: what is pressed first may need it. */}
      {isMember ? <ProofHost /> : null}
    </div>
  );
}

const asDrawn = { __html: '' };

/**
 * The place of menu or tabs. Who has not brought them keeps what the server drew there, which is hidden: a visitor's page
 * has no use for it.
 */
function Place({ className, children }: { className: string | undefined; children: ReactNode }) {
  return children ? (
    <div key="drawn" className={className}>
      {children}
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; what the server drew is left alone
    <div key="kept" className={className} dangerouslySetInnerHTML={asDrawn} suppressHydrationWarning />
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
