import { PasswordInput, TextInput } from '@mantine/core';

/** Asks again who is there, before what changes the access to an account. */
export const CurrentPassword = ({ label = 'Your password' }: { label?: string }) => (
  <PasswordInput
    label={label}
    name="password"
    autoComplete="current-password"
    required
    withAsterisk={false}
    maw="24rem"
  />
);

export const Code = ({ description }: { description: string }) => (
  <TextInput
    label="Code"
    description={description}
    name="code"
    autoComplete="one-time-code"
    required
    withAsterisk={false}
    maw="24rem"
  />
);

export const APP_OR_RECOVERY = 'From your authenticator app, or a recovery code';
