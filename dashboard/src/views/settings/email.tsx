import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { Code, CurrentPassword } from './fields.js';
import { CHANGE_EMAIL, RESEND_CONFIRMATION } from './settings.operations.js';

export function Email({ asksForCode }: { asksForCode: boolean }) {
  const viewer = useViewer();
  // That of the person, who may act for an account of somebody else.
  const email = viewer.person?.email ?? viewer.email;
  const isConfirmed = viewer.emailConfirmed || email !== viewer.email;
  const [, changeEmail] = useMutation(CHANGE_EMAIL);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Panel title={t`E-mail address`}>
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          You sign in as <strong>{email}</strong>.
        </Trans>
      </Text>
      {!isConfirmed && <Unconfirmed email={email} />}
      {sentTo && (
        <Alert role="status" title={t`Open the link that we sent to you`}>
          <Trans>
            It is in an e-mail to {sentTo}, and works for 24 hours. Until then your address is {email}.
          </Trans>
        </Alert>
      )}
      <Form
        action={t`Change address`}
        onSubmit={async ({ email: next = '', password = '', code }) => {
          const failure = failureOf(await changeEmail({ input: { email: next, currentPassword: password, code } }));
          if (!failure) setSentTo(next);
          return failure;
        }}
      >
        <TextInput
          label={t`New address`}
          type="email"
          name="email"
          autoComplete="email"
          required
          withAsterisk={false}
          maw="24rem"
        />
        <CurrentPassword />
        {asksForCode && <Code />}
      </Form>
    </Panel>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const [{ fetching }, resend] = useMutation(RESEND_CONFIRMATION);
  const send = async () => {
    const failure = failureOf(await resend({ input: { email } }));
    if (failure) showFailure(failure);
    else showDone(t`Link sent to ${email}`);
  };
  return (
    <Alert icon={<AlertIcon />} title={t`Your address is not confirmed`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>If this service sends e-mails, posts can be scheduled once it is.</Trans>
        </Text>
        <Button size="xs" variant="default" loading={fetching} onClick={send}>
          <Trans>Send the link again</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
