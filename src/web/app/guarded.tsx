import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LandingScreen } from '#web/account/landing-screen.tsx';
import { useIsUnanswered, useSession } from '#web/kernel/session.tsx';
import { HomeSkeleton } from '#web/registrations/home/components/home-skeleton.tsx';
import { NotFoundScreen } from '#web/tenants/not-found-screen.tsx';
import { RoutePending, Unanswered } from './route-states.tsx';
import { useIsLeaving, useRouteDecision } from './use-route-decision.ts';
import waiting from './waiting.module.css';
import { WaitingHome } from './waiting.tsx';

const factorsPath = '/profile/security';
const codePath = '/entry';

interface GuardedProps {
  children?: ReactNode;
  /** What visitors see there instead of the login page. */
  front?: ReactNode;
}

/**
 * What the address shows: its screen, the login page, not-found, or another address. The same table decides what
 * the menu offers.
 */
export function Guarded({ children, front }: GuardedProps) {
  const decision = useRouteDecision();
  const isLeaving = useIsLeaving();
  const { state, claims } = useSession();
  const isAtFactors = useLocation({ select: ({ pathname }) => pathname === factorsPath });
  const isAtHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const isAtCode = useLocation({ select: ({ pathname }) => pathname === codePath });
  const isUnanswered = useIsUnanswered();
  const isKnown = decision !== 'landing' || state !== 'unknown';
  useEffect(() => {
    // What a returning reader was not to see is gone by now.
    if (isKnown) delete document.documentElement.dataset.returning;
  }, [isKnown]);
  if (decision === 'show') {
    // The centre demands a second factor: nothing else is to be had before there is one.
    if (!claims?.isFactorMissing) return children;
    if (!isAtFactors) return <Navigate to={factorsPath} replace />;
    // What is left would ask for what is not to be had.
    return isLeaving ? <RoutePending /> : children;
  }
  // The login page is drawn once, at its own address: what is typed meanwhile would go with the screen that is left.
  if (decision === 'restoring' || (decision === 'landing' && isLeaving))
    return isAtHome ? <HomeSkeleton isWhole /> : <RoutePending />;
  // A phone's own code needs no server.
  if (decision === 'landing' && isUnanswered) return isAtCode ? children : <Unanswered />;
  if (decision === 'landing') {
    return (
      <>
        <div className={waiting.others}>{front ?? <LandingScreen />}</div>
        {isAtHome && !isKnown ? <WaitingHome /> : null}
      </>
    );
  }
  if (decision === 'notFound') return <NotFoundScreen />;
  // Home is where people log in: who comes to do so finds the form there.
  if (decision.redirect === '/' && state !== 'member') {
    return state === 'unknown' ? <RoutePending /> : <Navigate to="/" search={{ origin: '/' }} replace />;
  }
  return <Navigate to={decision.redirect} search={true} replace />;
}
