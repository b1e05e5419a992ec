import { type ComponentType, useEffect, useState } from 'react';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import type { Asking } from '#web/account/identities/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import type { ShowWhoProps } from './show-who.tsx';
import classes from './showing.module.css';

export type Asked = ComponentType<{
  provider: IdentityProviderName;
  isOpen: boolean;
  title: string;
  asking: Asking;
  leaveText: string;
  onClose: () => void;
}>;

/** Comes by itself, with its texts. */
export interface ShowingParts {
  readonly ShowWho: ComponentType<ShowWhoProps>;
  readonly Asked: Asked;
}
export type BringShowing = () => Promise<ShowingParts>;

interface BroughtShowWhoProps extends Omit<ShowWhoProps, 'Asked'> {
  bringShowing: BringShowing;
}

/** Where the centre has keys of services, the buttons for them come a moment after the form, in a place that is kept for them. */
export function BroughtShowWho({ bringShowing, ...props }: BroughtShowWhoProps) {
  const offered = useStartContext().configuration.identityProviders.length;
  const isOffered = offered > 0;
  const [parts, setParts] = useState<ShowingParts | null>();
  useEffect(() => {
    if (!isOffered) return;
    // Without a network the form is typed.
    bringShowing().then(setParts, () => setParts(null));
  }, [isOffered, bringShowing]);
  if (!isOffered || parts === null) return null;
  return (
    <div className={offered > 1 ? classes.places : classes.place}>
      {parts ? <parts.ShowWho {...props} Asked={parts.Asked} /> : null}
    </div>
  );
}
