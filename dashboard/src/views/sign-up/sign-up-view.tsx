import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { graphql } from '../../api/graphql.js';
import { CardPage } from '../../parts/card-page.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { PasswordField } from '../../parts/password-field.js';
import { Showcase } from '../../parts/showcase.js';

const SIGN_UP = graphql(`
  mutation SignUp($input: SignUpInput!) {
    signUp(input: $input) {
      confirmationRequired
    }
  }
`);

export function SignUpView() {
  const navigate = useNavigate();
  const [{ fetching }, signUp] = useMutation(SIGN_UP);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [linkSent, setLinkSent] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = await signUp({ input: { email, password } });
    setFailure(failureOf(result));
    if (!result.data?.signUp) return;
    if (result.data.signUp.confirmationRequired) setLinkSent(true);
    else await navigate({ to: '/sign-in' });
  };
  return (
    <CardPage title={t`Sign up`} beside={<Showcase />}>
      {linkSent ? (
        <Alert role="status" title={t`Open the link that we sent to you`}>
          <Trans>It is in an e-mail to {email}, and works for 24 hours.</Trans>
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {failure && <FailureNotice failure={failure} />}
            <TextInput
              label={t`E-mail address`}
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <PasswordField
              label={t`Password`}
              description={t`12 characters or more, and not easy to guess`}
              name="password"
              autoComplete="new-password"
              required
              minLength={12}
              maxLength={256}
              withAsterisk={false}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
            <Button type="submit" loading={fetching} fullWidth>
              <Trans>Sign up</Trans>
            </Button>
          </Stack>
        </form>
      )}
      <Text size="sm">
        <Trans>
          Have an account?{' '}
          <PageLink to="/sign-in" underline="always">
            Sign in
          </PageLink>
        </Trans>
      </Text>
    </CardPage>
  );
}
