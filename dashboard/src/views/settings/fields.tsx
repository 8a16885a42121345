import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { PasswordField } from '../../parts/password-field.js';

/** Asks again who is there, before what changes the access to an account. */
export const CurrentPassword = ({ label = t`Your password` }: { label?: string }) => (
  <PasswordField
    label={label}
    name="password"
    autoComplete="current-password"
    required
    withAsterisk={false}
    maw="24rem"
  />
);

/** A code of the second factor. */
export const Code = ({
  description = t`From your authenticator app, or a recovery code`,
}: {
  description?: string;
}) => (
  <TextInput
    label={t`Code`}
    description={description}
    name="code"
    autoComplete="one-time-code"
    required
    withAsterisk={false}
    maw="24rem"
  />
);
