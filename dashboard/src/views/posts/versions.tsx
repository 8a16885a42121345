import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, List, Group as Row, Text, Title } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { ACCOUNTS_OF_TARGETS } from '../../parts/accounts.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { useApproving } from '../../shell/approvals.js';
import classes from './history.module.css';
import { HISTORY, type Loss, type Version } from './history.operations.js';
import type { Group } from './posts.operations.js';
import { RestoreVersion } from './restore-version.js';
import { type NameOf, VersionChange } from './version-change.js';

const FIRST_PAGE = 10;
/** The service keeps no more. */
const ALL = 100;

/** The versions of a post, newest first, and how to restore one. */
export function Versions({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { id, updatedAt, status, allowedActions } = group;
  const [first, setFirst] = useState(FIRST_PAGE);
  const [losses, setLosses] = useState<readonly Loss[]>([]);
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: HISTORY, variables: { id, first } });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit is a new version
  useEffect(refresh, [refresh, updatedAt]);
  const { policy } = useApproving();
  const history = data?.postGroup?.history;
  const versions = history?.edges.map(({ node }) => node) ?? [];
  const nameOf = useNames(group, versions, losses);
  const failure = failureOf(state);
  if (failure) return <FailureNotice failure={failure} onRetry={refresh} />;
  if (!history) return <Loading rows={2} />;
  // What was approved is changed only as a draft.
  const mayRestore = allowedActions.includes('EDIT') && !(policy?.neededFor === 'EVERYBODY' && status === 'SCHEDULED');
  const restored = (lost: readonly Loss[]) => {
    setLosses(lost);
    onChanged();
  };
  return (
    <>
      {losses.length > 0 && <Losses losses={losses} nameOf={nameOf} />}
      {versions.length === 0 && (
        <Text c="dimmed">
          <Trans>Nothing was changed since it was created.</Trans>
        </Text>
      )}
      <ol className={classes.versions}>
        {versions.map((version, index) => (
          <li key={version.number} className={classes.version}>
            <Row justify="space-between" gap="xs">
              <div>
                <Title order={3} size="h6">
                  {editorOf(version)}
                </Title>
                <Text size="sm" c="dimmed">
                  <Trans>
                    Version {version.number} · <Time at={version.createdAt} />
                  </Trans>
                </Text>
              </div>
              {mayRestore && index > 0 && <RestoreVersion group={group} version={version} onRestored={restored} />}
            </Row>
            {version.changes.map((change) => (
              <VersionChange
                key={`${change.field} ${change.subject} ${change.before}`}
                change={change}
                nameOf={nameOf}
              />
            ))}
          </li>
        ))}
      </ol>
      {history.totalCount > versions.length && (
        <Button size="xs" variant="default" loading={state.fetching} onClick={() => setFirst(ALL)}>
          <Trans>Earlier versions</Trans>
        </Button>
      )}
    </>
  );
}

function editorOf({ number, editedBy }: Version): string {
  if (!editedBy) return number === 1 ? t`Before the first change` : t`The service`;
  const { kind, name } = editedBy;
  if (kind === 'OPERATOR') return t`The operator`;
  return kind === 'API_KEY' ? t`API key “${name ?? ''}”` : (name ?? '');
}

function Losses({ losses, nameOf }: { losses: readonly Loss[]; nameOf: NameOf }) {
  return (
    <Alert
      role="status"
      color="orange"
      icon={<AlertIcon />}
      title={t`Some of the version could not be restored`}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm">
        {losses.map(({ field, subject }) => (
          <List.Item key={`${field} ${subject}`}>
            {field === 'ACCOUNT' ? t`${nameOf(subject ?? '')} is not connected.` : t`${subject ?? ''} was removed.`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Names of the accounts of the post, and of those that were among them. */
function useNames({ posts }: Group, versions: readonly Version[], losses: readonly Loss[]): NameOf {
  const shown = [...versions.flatMap(({ changes }) => changes), ...losses];
  const ids = shown.flatMap(({ field, subject }) => (field.startsWith('ACCOUNT') && subject ? subject : []));
  const known = new Map(
    posts.flatMap(({ platformId, account }) => (account ? [[platformId, account.username] as const] : [])),
  );
  const others = [...new Set(ids)].filter((id) => !known.has(id)).slice(0, 100);
  const [{ data }] = useQuery({
    query: ACCOUNTS_OF_TARGETS,
    variables: { platformIds: others, count: Math.max(others.length, 1) },
    pause: others.length === 0,
  });
  for (const { node } of data?.connectedAccounts?.edges ?? []) known.set(node.platformId, node.username);
  return (id) => {
    const platform = platformName(id.split(/[-:]/)[0] ?? '');
    const username = known.get(id);
    return username === undefined ? t`an account on ${platform}` : t`@${username} on ${platform}`;
  };
}
