import { Checkbox, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { type GIVEN_ROLES, ROLES, withArticle } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { CHANGE_ROLE, type Member } from './members.operations.js';

interface ChangeRoleProps {
  member: Member;
  role: (typeof GIVEN_ROLES)[number];
  onChanged: () => void;
  onClose: () => void;
}

/** Asks what happens to the programs of an admin who gets fewer rights. */
export function ChangeRole({ member: { id: memberId, name }, role, onChanged, onClose }: ChangeRoleProps) {
  const [, change] = useMutation(CHANGE_ROLE);
  const submit = async ({ revoke }: Record<string, string>) => {
    const failure = failureOf(await change({ input: { memberId, role, revokeAccess: revoke !== undefined } }));
    if (failure) return failure;
    showDone(`${name} is now ${ROLES[role].label.toLowerCase()}`);
    onChanged();
    onClose();
    return null;
  };
  return (
    <Dialog title={`Make ${name} ${withArticle(role)}`} onClose={onClose}>
      <Form action="Change the role" onSubmit={submit}>
        <Text>{ROLES[role].may}. What only an admin may do ends immediately.</Text>
        <Checkbox
          name="revoke"
          label="Also revoke API keys and applications they created"
          description="Programs that use them stop working. Without it, they work on."
          defaultChecked
        />
      </Form>
    </Dialog>
  );
}
