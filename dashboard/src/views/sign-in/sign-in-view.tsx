import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { graphql } from '../../api/graphql.js';
import { useSession } from '../../api/session.js';
import { CardPage } from '../../parts/card-page.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { PasswordField } from '../../parts/password-field.js';
import { Showcase } from '../../parts/showcase.js';

const SIGN_IN = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      expiresAt
    }
  }
`);

const route = getRouteApi('/sign-in');

export function SignInView() {
  const { returnTo = '/' } = route.useSearch();
  const { history } = useRouter();
  const { renew } = useSession();
  const [{ fetching }, signIn] = useMutation(SIGN_IN);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** Null until the service asks for one. */
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = failureOf(await signIn({ input: { email, password, code: code?.trim() } }));
    if (refusal?.code === 'SECOND_FACTOR_REQUIRED') {
      setCode('');
      setFailure(null);
    } else if (refusal) {
      setFailure(refusal);
    } else {
      renew(email);
      // A page of the service, not of the dashboard: an application waits there for consent.
      if (returnTo.startsWith('/oauth/')) location.replace(returnTo);
      else history.replace(returnTo);
    }
  };
  return (
    <CardPage title={t`Sign in`} beside={<Showcase />}>
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
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {code !== null && (
            <TextInput
              label={t`Code`}
              description={t`From your authenticator app, or a recovery code`}
              name="code"
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              autoFocus
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
          <Button type="submit" loading={fetching} fullWidth>
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </form>
      <Text size="sm">
        <PageLink to="/sign-in/forgot-password" underline="always">
          <Trans>Forgot password?</Trans>
        </PageLink>
      </Text>
      <Text size="sm">
        <Trans>
          No account yet?{' '}
          <PageLink to="/sign-up" underline="always">
            Sign up
          </PageLink>
        </Trans>
      </Text>
    </CardPage>
  );
}
