import type { ComponentType, ReactNode } from 'react';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { type Asking, useIdentityLinking, useIdentityLogin } from '../queries.ts';
import { IdCardAsked } from './id-card-asked.tsx';
import classes from './identities.module.css';
import type { IdentityLoginProps } from './identity-login.tsx';
import { MobileIdAsked } from './mobile-id-asked.tsx';
import { SmartIdAsked } from './smart-id-asked.tsx';

/** What stands in the sheet while a service asks. `problem` is what went wrong last, read out. */
export interface AskedProps {
  asking: Asking;
  problem: ReactNode;
}

const bodies: Readonly<Record<IdentityProviderName, ComponentType<AskedProps>>> = {
  smartId: SmartIdAsked,
  mobileId: MobileIdAsked,
  idCard: IdCardAsked,
};

interface SheetProps {
  provider: IdentityProviderName;
  isOpen: boolean;
  onClose: () => void;
}

/** Logging in by a service, once its row was pressed. */
export function LoginAsked({
  readKeep,
  onLoggedIn,
  ...sheet
}: SheetProps & Pick<IdentityLoginProps, 'readKeep' | 'onLoggedIn'>) {
  const { t } = useTexts();
  const asking = useIdentityLogin(readKeep, onLoggedIn);
  const title = t(`identities.logins.${sheet.provider}`);
  return <IdentityAsked {...sheet} asking={asking} title={title} leaveText={t('identities.leave')} />;
}

/** Linking a service to the reader's account, once it was pressed. */
export function LinkingAsked(sheet: SheetProps) {
  const { t } = useTexts();
  const asking = useIdentityLinking(sheet.provider, sheet.onClose);
  const title = t(`identities.links.${sheet.provider}`);
  return <IdentityAsked {...sheet} asking={asking} title={title} leaveText={t('identities.stop')} />;
}

interface IdentityAskedProps extends SheetProps {
  asking: Asking;
  title: string;
  leaveText: string;
}

/** What stands on the screen while a service asks who is there. */
export function IdentityAsked({ provider, isOpen, onClose, asking, title, leaveText }: IdentityAskedProps) {
  const { t } = useTexts();
  const { error } = asking;
  const Body = bodies[provider];
  const leave = () => {
    asking.leave();
    onClose();
  };
  const problem = error ? (
    <Notice
      tone="bad"
      icon="warning"
      text={error.status === 0 ? t('account.notLoggedIn') : errorText(error, t)}
    />
  ) : null;
  return (
    <Sheet isOpen={isOpen} onClose={leave} title={title} variant="question">
      {isOpen ? (
        <div className={classes.asked}>
          <Body asking={asking} problem={problem} />
          <Button variant="text" isWide onClick={leave}>
            {leaveText}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
