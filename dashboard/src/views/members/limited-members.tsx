import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { GIVEN_ROLES, ROLES } from '../../parts/roles.js';
import { LimitMember } from './limit-member.js';
import classes from './members.module.css';
import { LIMITED_MEMBERS, type LimitedMember } from './members.operations.js';
import { RemoveMember } from './remove-member.js';

/** No event reports that somebody has joined. */
const REFRESH_MS = 15_000;
/** Clients of a person that are shown until the others are asked for. */
const SHOWN = 12;

/** Those who work for some clients alone. */
export function LimitedMembers() {
  const [after, setAfter] = useState<string | null>(null);
  const { data, failure, refresh } = useLiveQuery({ query: LIMITED_MEMBERS, variables: { after } }, REFRESH_MS);
  const { totalCount = 0, edges = [], pageInfo } = data?.limitedMembers ?? {};
  if (failure) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (totalCount === 0) return null;
  return (
    <Stack component="section" aria-labelledby="limited" gap="sm">
      <Title order={2} size="h4" id="limited">
        <Trans>Limited to clients</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        {plural(totalCount, {
          one: '# person. They see only the clients below their name.',
          other: '# people. They see only the clients below their name.',
        })}
      </Text>
      <Paper component="ul" withBorder className={classes.list} aria-label={t`Limited to clients`}>
        {edges.map(({ node }) => (
          <LimitedRow key={node.memberId} member={node} onChanged={refresh} />
        ))}
      </Paper>
      {(after || pageInfo?.hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => setAfter(null)}>
            <Trans>First page</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!pageInfo?.hasNextPage}
            onClick={() => setAfter(pageInfo?.endCursor ?? null)}
          >
            <Trans>Next page</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function LimitedRow({ member, onChanged }: { member: LimitedMember; onChanged: () => void }) {
  const { memberId: id, name, email, managedUsers } = member;
  const [asking, setAsking] = useState<'change' | 'remove' | null>(null);
  const [all, setAll] = useState(false);
  const roles = new Set(managedUsers.map(({ role }) => role));
  const [role] = roles;
  const isOneRole = roles.size === 1;
  const shown = all ? managedUsers : managedUsers.slice(0, SHOWN);
  const close = () => setAsking(null);
  return (
    <li className={classes.invitation}>
      <div>
        <Text fw={500} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[name !== email && email, isOneRole && role && ROLES[role].label].filter(Boolean).join(' · ')}
        </Text>
        <ul className={classes.clients} aria-label={t`Clients of ${name}`}>
          {shown.map((client) => (
            <Badge
              key={client.userId}
              component="li"
              variant="default"
              tt="none"
              fw={500}
              maw="100%"
              title={ROLES[client.role].label}
            >
              {isOneRole ? client.displayName : `${client.displayName} · ${ROLES[client.role].label}`}
            </Badge>
          ))}
        </ul>
        {managedUsers.length > shown.length && (
          <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
            <Trans>Show all {managedUsers.length} clients</Trans>
          </Button>
        )}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t`Change the clients of ${name}`}
          onClick={() => setAsking('change')}
        >
          <Trans>Change</Trans>
        </Button>
        <Button size="xs" variant="default" aria-label={t`Remove ${name}`} onClick={() => setAsking('remove')}>
          <Trans>Remove</Trans>
        </Button>
      </Group>
      {asking === 'change' && (
        <LimitMember
          member={{ id, name }}
          before={{
            clients: managedUsers.map(({ userId, displayName }) => ({ id: userId, displayName })),
            roles: GIVEN_ROLES.filter((one) => roles.has(one)),
          }}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <RemoveMember
          member={{ id, name }}
          from={managedUsers.length === 1 ? managedUsers[0]?.displayName : managedUsers.length}
          onRemoved={onChanged}
          onClose={close}
        />
      )}
    </li>
  );
}
