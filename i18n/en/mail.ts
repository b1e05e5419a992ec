export const mail = {
  greeting: 'Hello {{name}},',
  signature: '{{tenant}}',
  passwordResetSubject: '{{tenant}}: choose a new password',
  passwordResetBody:
    'Somebody, hopefully you, asked for a new password. Choose it here within {{minutes}} minutes:\n\n{{link}}\n\nIf it was not you, do nothing: the old password stays.',
} as const;
