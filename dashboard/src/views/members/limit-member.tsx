import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Text } from '@mantine/core';
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
    showDone(plural(clients.length, { one: `${name} works for # client`, other: `${name} works for # clients` }));
    onChanged();
    onClose();
    return null;
  };
  return (
    <Dialog title={before ? t`Change the clients of ${name}` : t`Limit ${name} to some clients`} onClose={onClose}>
      <Form action={before ? t`Save` : t`Limit`} onSubmit={submit}>
        <Text size="sm">
          {before
            ? t`${name} works for these clients of ${displayName}, in one role.`
            : t`${name} immediately loses access to ${displayName} and to its other clients.`}{' '}
          <Trans>What {name} wrote and scheduled stays, and scheduled posts go out.</Trans>
        </Text>
        <ClientsField chosen={clients} onChoose={setClients} />
        {isMixed && (
          <Text size="sm" role="alert">
            <Trans>{name} has different roles in them until now. The role that you choose is for all of them.</Trans>
          </Text>
        )}
        <RoleField before={before?.roles.at(isMixed ? 0 : -1) ?? 'EDITOR'} />
        <Checkbox
          name="revoke"
          label={t`Also revoke API keys and applications they created`}
          description={t`Where they lose access or get another role. Programs that use them stop working.`}
          defaultChecked={!before}
        />
      </Form>
    </Dialog>
  );
}
