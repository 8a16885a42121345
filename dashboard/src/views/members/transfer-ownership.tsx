import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, List, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { PasswordField } from '../../parts/password-field.js';
import { showDone } from '../../parts/show-done.js';
import { useRefreshViewer, useViewer } from '../../shell/viewer.js';
import { type Member, TRANSFER } from './members.operations.js';

interface TransferOwnershipProps {
  /** Those that the account can be transferred to. */
  members: Member[];
  self: Member;
  onChanged: () => void;
}

/** Makes another member the owner, after a proof of the current one. */
export function TransferOwnership({ members, self, onChanged }: TransferOwnershipProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={t`Transfer the account`}>
      <Text size="sm" c="dimmed">
        {members.length > 0
          ? t`Another member becomes the owner, and you become an admin.`
          : t`Another member can become the owner. Invite somebody first.`}
      </Text>
      {members.length > 0 && (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            <Trans>Transfer the account</Trans>
          </Button>
        </Group>
      )}
      {asking && (
        <Dialog title={t`Transfer the account`} onClose={() => setAsking(false)}>
          <TransferForm
            members={members}
            self={self}
            onChanged={() => {
              setAsking(false);
              onChanged();
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function TransferForm({ members, self, onChanged }: TransferOwnershipProps) {
  const { displayName } = useViewer();
  const refreshViewer = useRefreshViewer();
  const [, transfer] = useMutation(TRANSFER);
  const [memberId, setMemberId] = useState<string | null>(null);
  const next = members.find(({ id }) => id === memberId);
  return (
    <Form
      action={t`Transfer`}
      danger
      onSubmit={async ({ password = '', code }) => {
        const failure = failureOf(await transfer({ input: { memberId: memberId ?? '', password, code } }));
        if (failure) return failure;
        showDone(t`${next?.name ?? ''} owns ${displayName} now`);
        refreshViewer();
        onChanged();
        return null;
      }}
    >
      <Select
        label={t`New owner`}
        data={members.map(({ id, name, email }) => ({
          value: id,
          label: name === email ? name : `${name} (${email})`,
        }))}
        value={memberId}
        onChange={setMemberId}
        required
        withAsterisk={false}
        allowDeselect={false}
      />
      <div>
        <Text size="sm" fw={500}>
          <Trans>What changes</Trans>
        </Text>
        <List size="sm">
          <List.Item>
            {next
              ? t`${next.name} can export, transfer and remove the account.`
              : t`The new owner can export, transfer and remove the account.`}
          </List.Item>
          <List.Item>
            <Trans>You become an admin, and can be removed by the new owner.</Trans>
          </List.Item>
          <List.Item>
            <Trans>E-mails about the account go to the new owner.</Trans>
          </List.Item>
          <List.Item>
            <Trans>Only the new owner can reverse this.</Trans>
          </List.Item>
        </List>
      </div>
      <PasswordField
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      {self.twoFactorEnabled && (
        <TextInput
          label={t`Code`}
          description={t`From your authenticator app, or a recovery code`}
          name="code"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
        />
      )}
    </Form>
  );
}
