import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { GIVEN_ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { type ChosenClient, ClientsField, NO_CLIENT } from './clients-field.js';
import { INVITE } from './members.operations.js';
import { RoleField } from './role-field.js';

/** Asks for the address and the role of a new member; with clients, for which of them. */
export function InviteDialog({ hasClients, onClose }: { hasClients: boolean; onClose: () => void }) {
  const { displayName } = useViewer();
  const [, invite] = useMutation(INVITE);
  const [limited, setLimited] = useState(false);
  const [clients, setClients] = useState<ChosenClient[]>([]);
  const submit = async ({ email = '', role }: Record<string, string>) => {
    if (limited && clients.length === 0) return NO_CLIENT;
    const managedUserIds = limited ? clients.map(({ id }) => id) : null;
    const input = { email, role: oneOf(GIVEN_ROLES, role) ?? 'VIEWER', managedUserIds };
    const failure = failureOf(await invite({ input }));
    if (failure) return failure;
    showDone(t`Invitation sent to ${email}`);
    onClose();
    return null;
  };
  return (
    <Dialog title={t`Invite a person`} onClose={onClose}>
      <Form action={t`Send the invitation`} onSubmit={submit}>
        <Text size="sm">
          <Trans>The person gets an e-mail with a link to {displayName}. It works once, within seven days.</Trans>
        </Text>
        <TextInput
          label={t`E-mail address`}
          type="email"
          name="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        {hasClients && (
          <Radio.Group
            label={t`Access`}
            value={limited ? 'some' : 'all'}
            onChange={(value) => setLimited(value === 'some')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="all"
                label={t`All clients`}
                description={t`${displayName} itself, and all of its clients`}
              />
              <Radio
                value="some"
                label={t`Only some clients`}
                description={t`Neither ${displayName} itself nor its other clients`}
              />
            </Stack>
          </Radio.Group>
        )}
        {limited && <ClientsField chosen={clients} onChoose={setClients} />}
        <RoleField before="EDITOR" />
      </Form>
    </Dialog>
  );
}
