import { type ReactNode, startTransition, useOptimistic } from 'react';
import { Checkbox } from './checkbox.tsx';

interface SavedCheckboxProps {
  children: ReactNode;
  hint?: string;
  isChecked: boolean;
  /** Settles when what is saved is known again. */
  onSave: (isChecked: boolean) => Promise<unknown>;
}

/** A yes-or-no that is saved as it is pressed. It shows the press at once; what could not be saved springs back. */
export function SavedCheckbox({ isChecked, onSave, ...rest }: SavedCheckboxProps) {
  const [shown, show] = useOptimistic(isChecked);
  return (
    <Checkbox
      {...rest}
      checked={shown}
      onChange={({ currentTarget }) => {
        const pressed = currentTarget.checked;
        startTransition(async () => {
          show(pressed);
          // The snackbar has said why.
          await onSave(pressed).catch(() => undefined);
        });
      }}
    />
  );
}
