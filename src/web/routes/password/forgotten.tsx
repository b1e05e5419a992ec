import { createFileRoute } from '@tanstack/react-router';
import { PasswordForgottenScreen } from '#web/account/password-forgotten-screen.tsx';

export const Route = createFileRoute('/password/forgotten')({
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('account.forgottenTitle')) }],
  }),
  component: PasswordForgottenScreen,
});
