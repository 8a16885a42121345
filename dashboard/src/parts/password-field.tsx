import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a secret, with a button that shows it. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t`Show what is written` }} {...props} />
);
