import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { CopyField } from '../../parts/copy-field.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { CREATE_LINK, type ManagedUser } from './managed-users.operations.js';

const DEFAULT_DAYS = 90;

interface LinkProps {
  user: ManagedUser;
  onChanged: () => void;
}

/** The link with which the user connects accounts. */
export function Link({ user: { id: userId, connectionPage }, onChanged }: LinkProps) {
  const [, createLink] = useMutation(CREATE_LINK);
  const [replacing, setReplacing] = useState(false);
  const create = async (expiresInDays: number, rotate: boolean) => {
    const failure = failureOf(await createLink({ input: { userId, expiresInDays, rotate } }));
    if (!failure) onChanged();
    return failure;
  };
  const replace = async () => {
    const failure = await create(DEFAULT_DAYS, true);
    if (failure) showFailure(failure);
    else showDone('The link was replaced');
  };
  return (
    <Panel title="Connection link">
      {connectionPage ? (
        <>
          <CopyField
            label="Link"
            description="Anyone with this link can connect accounts for this client, without a password."
            value={connectionPage.url}
          />
          <Text size="sm">
            It works until <Time at={connectionPage.expiresAt} />.
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Make a link and send it to the user, who connects accounts with it.
        </Text>
      )}
      <Form
        action={connectionPage ? 'Set the expiry' : 'Create a link'}
        onSubmit={({ days = '' }) => create(Number(days), false)}
      >
        <NumberInput
          label="Days until it expires"
          name="days"
          min={1}
          max={365}
          allowDecimal={false}
          defaultValue={DEFAULT_DAYS}
          required
          withAsterisk={false}
          maw="12rem"
        />
      </Form>
      {connectionPage && (
        <Group>
          <Button variant="default" onClick={() => setReplacing(true)}>
            Replace the link
          </Button>
        </Group>
      )}
      {replacing && (
        <Confirm title="Replace the link" action="Replace it" onConfirm={replace} onClose={() => setReplacing(false)}>
          The link that was sent stops working at once. Accounts stay connected.
        </Confirm>
      )}
    </Panel>
  );
}
