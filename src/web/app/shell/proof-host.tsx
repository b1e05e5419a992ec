import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { setAskAgain } from '#web/kernel/call.ts';
import { useTexts } from '#web/kernel/texts.tsx';

interface Asking {
  readonly Dialog: ComponentType<{ isOpen: boolean; onSettled: (isProved: boolean) => void }>;
  readonly isOpen: boolean;
}

/** Asks once more who is there when a call needs it. What asks is fetched then; calls that come meanwhile wait for one answer. */
export function ProofHost() {
  const { bring } = useTexts();
  const [asking, setAsking] = useState<Asking | null>(null);
  const open = useRef<PromiseWithResolvers<boolean> | null>(null);
  const settle = useCallback((isProved: boolean) => {
    open.current?.resolve(isProved);
    open.current = null;
    setAsking((shown) => shown && { ...shown, isOpen: false });
  }, []);

  useEffect(() => {
    setAskAgain(async () => {
      if (open.current) return open.current.promise;
      const answer = Promise.withResolvers<boolean>();
      open.current = answer;
      try {
        const [{ ProofDialog }] = await Promise.all([
          import('#web/account/factors/components/proof-dialog.tsx'),
          bring(['factors']),
        ]);
        setAsking({ Dialog: ProofDialog, isOpen: true });
      } catch {
        settle(false);
      }
      return answer.promise;
    });
    return () => setAskAgain(null);
  }, [bring, settle]);

  return asking ? <asking.Dialog isOpen={asking.isOpen} onSettled={settle} /> : null;
}
