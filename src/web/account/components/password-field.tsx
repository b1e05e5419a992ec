import { type ComponentProps, useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password with an eye to see what was typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTexts();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      maxLength={256}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={t(isShown ? 'account.hidePassword' : 'account.showPassword')}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
        </IconButton>
      }
    />
  );
}
