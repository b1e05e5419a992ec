import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useHydrated,
  useLocation,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
// Before any component, whose own style sheets build on them.
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import { replayEarlyPress } from '#web/app/early-press.ts';
import type { RouterContext } from '#web/app/router.tsx';
import { Frame } from '#web/app/shell/frame.tsx';
import { UpdatePrompt } from '#web/app/shell/update-prompt.tsx';
import { startContextJson, themeCss } from '#web/app/theme.ts';
import { setNeedsUpdate, startUpdates, useUpdate } from '#web/app/updates.ts';
import { useRouteDecision } from '#web/app/use-route-decision.ts';
import { WaitingScreen } from '#web/app/waiting.tsx';
import { useColourMode } from '#web/kernel/preferences.ts';
import { SessionHost, useClaims } from '#web/kernel/session.tsx';
import { SnackbarHost } from '#web/kernel/snackbar.tsx';
import { startContextId, useStartContext } from '#web/kernel/start-context.ts';
import { NotFoundScreen } from '#web/tenants/not-found-screen.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match }) => {
    const { configuration, mode } = match.context.start;
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { title: configuration.title },
        { name: 'description', content: configuration.slogan || configuration.title },
        { name: 'theme-color', content: configuration.theme[mode]['--bg'] ?? '' },
        { name: 'format-detection', content: 'telephone=no' },
      ],
      links: [
        { rel: 'icon', href: configuration.favicon },
        { rel: 'apple-touch-icon', href: '/brand/apple-touch-icon.png' },
        { rel: 'manifest', href: '/manifest.webmanifest' },
      ],
    };
  },
  shellComponent: Document,
  component: App,
  notFoundComponent: NotFoundScreen,
});

/**
 * Who comes back has a member's frame before the session is known, so that nothing moves when it is; and at home grey rows
 * in the place of the login page. Not on a wall and at a door, which have no frame.
 */
const returning = {
  __html:
    "try{if(localStorage.has_logged_in==='true'&&location.pathname!=='/door'&&!/[?&]mode=tv/.test(location.search)){const{dataset}=document.documentElement;dataset.member='';if(location.pathname==='/')dataset.returning=''}}catch{}",
};

function Document({ children }: { children: ReactNode }) {
  const start = useStartContext();
  const css = { __html: themeCss(start.configuration.theme) };
  const json = { __html: startContextJson(start) };
  return (
    // The browser may know a newer choice of language and mode than a stored frame.
    <html lang={start.language} data-mode={start.mode} suppressHydrationWarning>
      <head>
        <HeadContent />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script nonce={start.nonce} dangerouslySetInnerHTML={returning} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: checked declarations of the tenant's theme */}
        <style nonce={start.nonce} dangerouslySetInnerHTML={css} suppressHydrationWarning />
      </head>
      <body>
        {children}
        <script
          id={startContextId}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that cannot close its element
          dangerouslySetInnerHTML={json}
          suppressHydrationWarning
        />
        <Scripts />
      </body>
    </html>
  );
}

/** A frame belongs to no address: its screen is drawn when the address is known. */
function App() {
  const { isFrame } = useStartContext();
  return isFrame ? <LateWindow /> : <AppWindow />;
}

function LateWindow() {
  return <AppWindow isAnywhere={!useHydrated()} />;
}

function AppWindow({ isAnywhere = false }: { isAnywhere?: boolean }) {
  const decision = useRouteDecision();
  const update = useUpdate();
  // The front page is no login page: one is led to it from there.
  const isFront = useLocation({
    select: ({ pathname, search }) => pathname === '/' && !('origin' in search && search.origin),
  });
  useEffect(() => void replayEarlyPress(), []);
  return (
    <>
      <SessionHost />
      <Updates />
      <Frame
        isLanding={decision === 'landing' && !isFront && !isAnywhere}
        updatePrompt={
          update.isAsking ? <UpdatePrompt onConfirm={update.apply} onLater={update.dismiss} /> : null
        }
      >
        {isAnywhere ? <WaitingScreen /> : <Outlet />}
      </Frame>
      <SnackbarHost />
    </>
  );
}

/** What belongs to the window rather than to a screen. */
function Updates() {
  const { version, configuration } = useStartContext();
  const claims = useClaims();
  const { mode } = useColourMode();
  const needsUpdate = claims?.needsUpdate === true;
  const colour = configuration.theme[mode]['--bg'];
  useEffect(() => startUpdates(version !== 'development'), [version]);
  useEffect(() => setNeedsUpdate(needsUpdate), [needsUpdate]);
  useEffect(() => {
    if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
  }, [colour]);
  return null;
}
