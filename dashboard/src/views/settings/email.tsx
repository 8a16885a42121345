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
import { APP_OR_RECOVERY, Code, CurrentPassword } from './fields.js';
import { CHANGE_EMAIL, RESEND_CONFIRMATION } from './settings.operations.js';

export function Email({ asksForCode }: { asksForCode: boolean }) {
  const viewer = useViewer();
  // That of the person, who may act for an account of somebody else.
  const email = viewer.person?.email ?? viewer.email;
  const isConfirmed = viewer.emailConfirmed || email !== viewer.email;
  const [, changeEmail] = useMutation(CHANGE_EMAIL);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Panel title="E-mail address">
      <Text style={{ overflowWrap: 'anywhere' }}>
        You sign in as <strong>{email}</strong>.
      </Text>
      {!isConfirmed && <Unconfirmed email={email} />}
      {sentTo && (
        <Alert role="status" title="Open the link that we sent to you">
          It is in an e-mail to {sentTo}, and works for 24 hours. Until then your address is {email}.
        </Alert>
      )}
      <Form
        action="Change address"
        onSubmit={async ({ email: next = '', password = '', code }) => {
          const failure = failureOf(await changeEmail({ input: { email: next, currentPassword: password, code } }));
          if (!failure) setSentTo(next);
          return failure;
        }}
      >
        <TextInput
          label="New address"
          type="email"
          name="email"
          autoComplete="email"
          required
          withAsterisk={false}
          maw="24rem"
        />
        <CurrentPassword />
        {asksForCode && <Code description={APP_OR_RECOVERY} />}
      </Form>
    </Panel>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const [{ fetching }, resend] = useMutation(RESEND_CONFIRMATION);
  const send = async () => {
    const failure = failureOf(await resend({ input: { email } }));
    if (failure) showFailure(failure);
    else showDone(`Link sent to ${email}`);
  };
  return (
    <Alert icon={<AlertIcon />} title="Your address is not confirmed">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">If this service sends e-mails, posts can be scheduled once it is.</Text>
        <Button size="xs" variant="default" loading={fetching} onClick={send}>
          Send the link again
        </Button>
      </Stack>
    </Alert>
  );
}
