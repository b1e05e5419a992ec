import { useEffect, useRef, useState } from 'react';
import type { IdentityWay } from '#shared/account/identities/domain.ts';
import { deviceParameters } from '#web/kernel/device.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonAnchor } from '#web/ui/button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import classes from './identities.module.css';
import type { AskedProps } from './identity-asked.tsx';

/** Whoever holds a phone has the app on it, more likely than not. */
function likelyWay(): IdentityWay {
  const { touchPoints, screenWidth, screenHeight } = deviceParameters();
  return touchPoints > 0 && Math.min(screenWidth, screenHeight) < 600 ? 'thisDevice' : 'otherDevice';
}

/** What to do while Smart-ID asks: a picture for the phone beside the screen, or a way to the app on this one. */
export function SmartIdAsked({ asking, problem }: AskedProps) {
  const { t } = useTexts();
  const [way, setWay] = useState(likelyWay);
  const { display: link } = asking;
  const begin = useRef(asking.begin);
  begin.current = asking.begin;
  useEffect(() => begin.current({ provider: 'smartId', way }), [way]);
  const other = way === 'otherDevice' ? 'thisDevice' : 'otherDevice';
  return (
    <>
      {problem ? (
        <>
          <div role="alert">{problem}</div>
          <Button isWide onClick={() => asking.begin({ provider: 'smartId', way })}>
            {t('identities.again')}
          </Button>
        </>
      ) : way === 'otherDevice' ? (
        <Picture link={link} />
      ) : (
        <Opening link={link} />
      )}
      <Button variant="plain" isWide onClick={() => setWay(other)}>
        {t(other === 'thisDevice' ? 'identities.here' : 'identities.there')}
      </Button>
    </>
  );
}

function Picture({ link }: { link: string | null }) {
  const { t } = useTexts();
  const { title: tenant } = useStartContext().configuration;
  // In development the app is a page of this very site, which no phone can read off the screen.
  const isOwn = link?.startsWith(location.origin) === true;
  return (
    <>
      <p className={classes.what} role="status">
        {t(link === null ? 'identities.starting' : 'identities.scan')}
      </p>
      <p className={classes.text}>{t('identities.scanText', { tenant })}</p>
      <div className={classes.place}>
        {link === null ? null : (
          <QrCode text={link} label={t('identities.picture')} className={classes.picture} />
        )}
      </div>
      {isOwn && link ? (
        <ButtonAnchor variant="text" isWide href={link} target="_blank" rel="noopener">
          {t('identities.standIn')}
        </ButtonAnchor>
      ) : null}
    </>
  );
}

function Opening({ link }: { link: string | null }) {
  const { t } = useTexts();
  const { title: tenant } = useStartContext().configuration;
  return (
    <>
      <p className={classes.text} role="status">
        {link === null ? t('identities.starting') : t('identities.openText', { tenant })}
      </p>
      {link === null ? null : (
        <ButtonAnchor isWide href={link}>
          {t('identities.open')}
        </ButtonAnchor>
      )}
    </>
  );
}
