import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { Time } from '../../parts/time.js';
import { useViewer } from '../../shell/viewer.js';
import { Code, CurrentPassword } from './fields.js';
import { REQUEST_REMOVAL } from './settings.operations.js';

/** Ends the account, after some days in which it can be kept. */
export function RemoveAccount({ asksForCode }: { asksForCode: boolean }) {
  const { removalAt } = useViewer();
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={t`Remove account`}>
      {removalAt ? (
        <Text size="sm">
          <Trans>
            The account is removed on <Time at={removalAt} />. Until then it can be kept, at the top of each page.
          </Trans>
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            <Trans>
              Your posts, files, connected accounts, webhooks, API keys and clients are deleted, after seven days in
              which you can change your mind. Posts that were published stay on their platforms.
            </Trans>
          </Text>
          <Group>
            <Button color="red" variant="outline" onClick={() => setAsking(true)}>
              <Trans>Remove account</Trans>
            </Button>
          </Group>
        </>
      )}
      {asking && (
        <Dialog onClose={() => setAsking(false)} title={t`Remove account`}>
          <RequestRemoval asksForCode={asksForCode} onDone={() => setAsking(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

const NOT_THE_ADDRESS: Failure = {
  code: 'EMAIL_INVALID',
  get message() {
    return t`This is not the address of your account`;
  },
  details: {},
  requestId: null,
};

function RequestRemoval({ asksForCode, onDone }: { asksForCode: boolean; onDone: () => void }) {
  const { email } = useViewer();
  const [, request] = useMutation(REQUEST_REMOVAL);
  return (
    <Form
      action={t`Remove the account in seven days`}
      danger
      onSubmit={async ({ typed = '', password = '', code }) => {
        if (typed.trim().toLowerCase() !== email.toLowerCase()) return NOT_THE_ADDRESS;
        const failure = failureOf(await request({ input: { password, code } }));
        if (!failure) onDone();
        return failure;
      }}
    >
      <Text size="sm">
        <Trans>Scheduled posts go out until the removal, and none after it. To keep your data, export it first.</Trans>
      </Text>
      <TextInput
        label={t`Your e-mail address`}
        description={t`Type ${email}`}
        autoComplete="off"
        required
        withAsterisk={false}
        name="typed"
      />
      <CurrentPassword />
      {asksForCode && <Code />}
    </Form>
  );
}
