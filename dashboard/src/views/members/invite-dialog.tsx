import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { GIVEN_ROLES, ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { INVITE } from './members.operations.js';

/** Asks for the address and the role of a new member. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { displayName } = useViewer();
  const [, invite] = useMutation(INVITE);
  const submit = async ({ email = '', role }: Record<string, string>) => {
    const input = { email, role: oneOf(GIVEN_ROLES, role) ?? 'VIEWER' };
    const failure = failureOf(await invite({ input }));
    if (failure) return failure;
    showDone(`Invitation sent to ${email}`);
    onClose();
    return null;
  };
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <Form action="Send the invitation" onSubmit={submit}>
        <Text size="sm">The person gets an e-mail with a link to {displayName}. It works once, within seven days.</Text>
        <TextInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <Radio.Group label="Role" name="role" defaultValue="EDITOR">
          <Stack gap="xs" mt="xs">
            {GIVEN_ROLES.map((role) => (
              <Radio key={role} value={role} label={ROLES[role].label} description={ROLES[role].may} />
            ))}
          </Stack>
        </Radio.Group>
      </Form>
    </Dialog>
  );
}
