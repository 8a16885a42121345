import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { type GIVEN_ROLES, ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { CHANGE_ROLE, type Member } from './members.operations.js';

/** What is said once a member has another role. */
export const roleChanged = (name: string, role: (typeof GIVEN_ROLES)[number]): string =>
  select(role, {
    ADMIN: `${name} is now admin`,
    EDITOR: `${name} is now editor`,
    CONTRIBUTOR: `${name} is now contributor`,
    other: `${name} is now viewer`,
  });

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
    showDone(roleChanged(name, role));
    onChanged();
    onClose();
    return null;
  };
  return (
    <Dialog
      title={select(role, {
        ADMIN: `Make ${name} an admin`,
        EDITOR: `Make ${name} an editor`,
        CONTRIBUTOR: `Make ${name} a contributor`,
        other: `Make ${name} a viewer`,
      })}
      onClose={onClose}
    >
      <Form action={t`Change the role`} onSubmit={submit}>
        <Text>
          <Trans>{ROLES[role].may}. What only an admin may do ends immediately.</Trans>
        </Text>
        <Checkbox
          name="revoke"
          label={t`Also revoke API keys and applications they created`}
          description={t`Programs that use them stop working. Without it, they work on.`}
          defaultChecked
        />
      </Form>
    </Dialog>
  );
}
