import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Open invitations</Trans>
      </Title>
      <Paper component="ul" withBorder className={classes.list} aria-label={t`Open invitations`}>
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
  const { label } = ROLES[role];
  const clients = managedUsers?.map(({ displayName }) => displayName).join(', ');
  const access = clients === undefined ? label : t`${label} of ${clients}`;
  const resend = async () => {
    const input = { email, role, managedUserIds: managedUsers?.map(({ id }) => id) ?? null };
    if (await run(async () => failureOf(await invite({ input })))) showDone(t`Invitation sent to ${email} again`);
    onChanged();
  };
  const end = async () => {
    const failure = failureOf(await revoke({ input: { invitationId } }));
    if (failure) showFailure(failure);
    else showDone(t`Invitation revoked`);
    onChanged();
  };
  return (
    <li className={classes.invitation}>
      <div>
        <Text fw={500} truncate>
          {email}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            {access} · invited by {invitedBy}, <Time at={createdAt} /> · valid until <Time at={expiresAt} />
          </Trans>
        </Text>
      </div>
      <Group gap="xs">
        {given && (
          <Button size="xs" variant="default" loading={running} aria-label={t`Resend to ${email}`} onClick={resend}>
            <Trans>Resend</Trans>
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={t`Revoke ${email}`} onClick={() => setRevoking(true)}>
          <Trans>Revoke</Trans>
        </Button>
      </Group>
      {revoking && (
        <Confirm title={t`Revoke the invitation`} action={t`Revoke`} onConfirm={end} onClose={() => setRevoking(false)}>
          <Trans>The link in the e-mail to {email} stops working. You can invite the address again.</Trans>
        </Confirm>
      )}
    </li>
  );
}
