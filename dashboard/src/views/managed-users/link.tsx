import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    else showDone(t`The link was replaced`);
  };
  return (
    <Panel title={t`Connection link`}>
      {connectionPage ? (
        <>
          <CopyField
            label={t`Link`}
            description={t`Anyone with this link can connect accounts for this client, without a password.`}
            value={connectionPage.url}
          />
          <Text size="sm">
            <Trans>
              It works until <Time at={connectionPage.expiresAt} />.
            </Trans>
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Make a link and send it to the user, who connects accounts with it.</Trans>
        </Text>
      )}
      <Form
        action={connectionPage ? t`Set the expiry` : t`Create a link`}
        onSubmit={({ days = '' }) => create(Number(days), false)}
      >
        <NumberInput
          label={t`Days until it expires`}
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
            <Trans>Replace the link</Trans>
          </Button>
        </Group>
      )}
      {replacing && (
        <Confirm
          title={t`Replace the link`}
          action={t`Replace it`}
          onConfirm={replace}
          onClose={() => setReplacing(false)}
        >
          <Trans>The link that was sent stops working at once. Accounts stay connected.</Trans>
        </Confirm>
      )}
    </Panel>
  );
}
