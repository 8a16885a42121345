import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <CardPage title={t`Forgot password`}>
      {isSent ? (
        <Alert role="status" title={t`Check your e-mail`}>
          <Trans>
            If there is an account for {email}, we sent a link to choose a new password. It works once, within an hour.
          </Trans>
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {failure && <FailureNotice failure={failure} />}
            <TextInput
              label={t`E-mail address`}
              description={t`We send you a link to choose a new password.`}
              type="email"
              name="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Button type="submit" loading={fetching} fullWidth>
              <Trans>Send link</Trans>
            </Button>
          </Stack>
        </form>
      )}
      <Text size="sm">
        <PageLink to="/sign-in" underline="always">
          <Trans>Back to sign in</Trans>
        </PageLink>
      </Text>
    </CardPage>
  );
}
