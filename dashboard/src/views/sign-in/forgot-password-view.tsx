import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { graphql } from '../../api/graphql.js';
import { CardPage } from '../../parts/card-page.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';

const REQUEST_RESET = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      accepted
    }
  }
`);

export function ForgotPasswordView() {
  const [{ fetching }, requestReset] = useMutation(REQUEST_RESET);
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSent, setIsSent] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = failureOf(await requestReset({ input: { email } }));
    setFailure(refusal);
    setIsSent(refusal === null);
  };
  return (
    <CardPage title="Forgot password">
      {isSent ? (
        <Alert role="status" title="Check your e-mail">
          If there is an account for {email}, we sent a link to choose a new password. It works once, within an hour.
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {failure && <FailureNotice failure={failure} />}
            <TextInput
              label="E-mail address"
              description="We send you a link to choose a new password."
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Button type="submit" loading={fetching} fullWidth>
              Send link
            </Button>
          </Stack>
        </form>
      )}
      <Text size="sm">
        <PageLink to="/sign-in" underline="always">
          Back to sign in
        </PageLink>
      </Text>
    </CardPage>
  );
}
