import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLiveQuery } from '../../api/live-query.js';
import { Confirm } from '../../parts/confirm.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { oneOf } from '../../parts/one-of.js';
import { GIVEN_ROLES, ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { useRun } from '../../parts/use-run.js';
import classes from './members.module.css';
import { INVITATIONS, INVITE, type Invitation, REVOKE_INVITATION } from './members.operations.js';

/** No event reports that an invitation was accepted. */
const REFRESH_MS = 15_000;

/** Those that were not accepted yet. */
export function Invitations() {
  const { data, failure, refresh } = useLiveQuery({ query: INVITATIONS, variables: {} }, REFRESH_MS);
  const invitations = data?.invitations?.edges.map(({ node }) => node) ?? [];
  if (failure) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (invitations.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="invitations" gap="sm">
      <Title order={2} size="h4" id="invitations">
        Open invitations
      </Title>
      <Paper component="ul" withBorder className={classes.list} aria-label="Open invitations">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onChanged={refresh} />
        ))}
      </Paper>
    </Stack>
  );
}

function InvitationRow({ invitation, onChanged }: { invitation: Invitation; onChanged: () => void }) {
  const { id: invitationId, email, role, invitedBy, createdAt, expiresAt, managedUsers } = invitation;
  const [, invite] = useMutation(INVITE);
  const [, revoke] = useMutation(REVOKE_INVITATION);
  const { running, run } = useRun();
  const [revoking, setRevoking] = useState(false);
  const given = oneOf(GIVEN_ROLES, role);
  const resend = async () => {
    const input = { email, role, managedUserIds: managedUsers?.map(({ id }) => id) ?? null };
    if (await run(async () => failureOf(await invite({ input })))) showDone(`Invitation sent to ${email} again`);
    onChanged();
  };
  const end = async () => {
    const failure = failureOf(await revoke({ input: { invitationId } }));
    if (failure) showFailure(failure);
    else showDone('Invitation revoked');
    onChanged();
  };
  return (
    <li className={classes.invitation}>
      <div>
        <Text fw={500} truncate>
          {email}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ROLES[role].label}
          {managedUsers && ` of ${managedUsers.map(({ displayName }) => displayName).join(', ')}`} · invited by{' '}
          {invitedBy}, <Time at={createdAt} /> · valid until <Time at={expiresAt} />
        </Text>
      </div>
      <Group gap="xs">
        {given && (
          <Button size="xs" variant="default" loading={running} aria-label={`Resend to ${email}`} onClick={resend}>
            Resend
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={`Revoke ${email}`} onClick={() => setRevoking(true)}>
          Revoke
        </Button>
      </Group>
      {revoking && (
        <Confirm title="Revoke the invitation" action="Revoke" onConfirm={end} onClose={() => setRevoking(false)}>
          The link in the e-mail to {email} stops working. You can invite the address again.
        </Confirm>
      )}
    </li>
  );
}
