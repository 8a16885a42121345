import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { plural } from '../../parts/act-on-all.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { GIVEN_ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { type ChosenClient, ClientsField, NO_CLIENT } from './clients-field.js';
import { LIMIT_MEMBER } from './members.operations.js';
import { RoleField } from './role-field.js';

interface LimitMemberProps {
  member: { id: string; name: string };
  /** Until now: the clients, and the roles in them. Left out: a member of the account. */
  before?: { clients: ChosenClient[]; roles: (typeof GIVEN_ROLES)[number][] };
  onChanged: () => void;
  onClose: () => void;
}

/** Asks for which clients a person works, and in which role. */
export function LimitMember({ member: { id: memberId, name }, before, onChanged, onClose }: LimitMemberProps) {
  const { displayName } = useViewer();
  const [, limit] = useMutation(LIMIT_MEMBER);
  const [clients, setClients] = useState(before?.clients ?? []);
  const isMixed = (before?.roles.length ?? 0) > 1;
  const submit = async ({ role, revoke }: Record<string, string>) => {
    if (clients.length === 0) return NO_CLIENT;
    const input = {
      memberId,
      managedUserIds: clients.map(({ id }) => id),
      role: oneOf(GIVEN_ROLES, role) ?? 'VIEWER',
      revokeAccess: revoke !== undefined,
    };
    const failure = failureOf(await limit({ input }));
    if (failure) return failure;
    showDone(`${name} works for ${plural(clients.length, 'client')}`);
    onChanged();
    onClose();
    return null;
  };
  return (
    <Dialog title={before ? `Change the clients of ${name}` : `Limit ${name} to some clients`} onClose={onClose}>
      <Form action={before ? 'Save' : 'Limit'} onSubmit={submit}>
        <Text size="sm">
          {before
            ? `${name} works for these clients of ${displayName}, in one role.`
            : `${name} immediately loses access to ${displayName} and to its other clients.`}{' '}
          What {name} wrote and scheduled stays, and scheduled posts go out.
        </Text>
        <ClientsField chosen={clients} onChoose={setClients} />
        {isMixed && (
          <Text size="sm" role="alert">
            {name} has different roles in them until now. The role that you choose is for all of them.
          </Text>
        )}
        <RoleField before={before?.roles.at(isMixed ? 0 : -1) ?? 'EDITOR'} />
        <Checkbox
          name="revoke"
          label="Also revoke API keys and applications they created"
          description="Where they lose access or get another role. Programs that use them stop working."
          defaultChecked={!before}
        />
      </Form>
    </Dialog>
  );
}
