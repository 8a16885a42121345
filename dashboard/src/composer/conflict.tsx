import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { PageLink } from '../parts/link.js';
import type { ComposedGroup } from './compose.operations.js';
import { baseOf, draftOf, isChangedElsewhere, withoutGroup } from './draft.js';
import type { DraftState } from './use-draft.js';

export type Conflict = 'deleted' | 'closed' | 'changed';

/**
 * What another user or window did to the post since it was opened; null if nothing. `seen` are files that the post had:
 * what was read while a file arrived may be from before it.
 */
export function conflictOf(
  draft: DraftState['draft'],
  stored: ComposedGroup | null | undefined,
  seen: ReadonlySet<string>,
): Conflict | null {
  if (stored === undefined || draft.groupId === null) return null;
  if (stored === null) return 'deleted';
  // It was read before the draft was stored.
  if (draft.base && stored.updatedAt < draft.base.updatedAt) return null;
  if (!stored.allowedActions.includes('EDIT')) return 'closed';
  return isChangedElsewhere(draft, stored, (mediaId) => seen.has(mediaId)) ? 'changed' : null;
}

interface ConflictNoticeProps extends Pick<DraftState, 'change'> {
  conflict: Conflict;
  stored: ComposedGroup | null | undefined;
}

const TITLES: Record<Conflict, MessageDescriptor> = {
  deleted: msg`This post was deleted elsewhere`,
  closed: msg`This post can no longer be edited`,
  changed: msg`This post was changed elsewhere`,
};

/** Shows a conflict, and lets the user choose which version to keep. */
export const ConflictNotice = ({ conflict, stored, change }: ConflictNoticeProps) => (
  <Alert role="alert" color="orange" icon={<AlertIcon />} title={t(TITLES[conflict])}>
    <Stack gap="xs" align="flex-start">
      {conflict === 'deleted' && (
        <>
          <Text size="sm">
            <Trans>What you wrote is still here.</Trans>
          </Text>
          <ContinueAsNew change={change} />
        </>
      )}
      {conflict === 'closed' && stored && (
        <>
          <Text size="sm">
            <Trans>It is being published, or has been.</Trans>
          </Text>
          <PageLink to="/posts/$postGroupId" params={{ postGroupId: stored.id }} underline="always">
            <Trans>Show the post</Trans>
          </PageLink>
          <ContinueAsNew change={change} />
        </>
      )}
      {conflict === 'changed' && stored && (
        <>
          <Text size="sm">
            <Trans>It was saved in another window, or by somebody else, since you opened it.</Trans>
          </Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <Trans>There it says: “{stored.content}”</Trans>
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              // What is written here stays, and replaces the other version when it is saved.
              onClick={() =>
                change((draft) => ({
                  base: { ...baseOf(stored, draft), draft: '', labelIds: draft.base?.labelIds ?? [] },
                }))
              }
            >
              <Trans>Keep my version</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => change(draftOf(stored))}>
              <Trans>Use the other version</Trans>
            </Button>
          </Group>
        </>
      )}
    </Stack>
  </Alert>
);

const ContinueAsNew = ({ change }: Pick<DraftState, 'change'>) => (
  <Button size="xs" variant="default" onClick={() => change(withoutGroup)}>
    <Trans>Continue as a new post</Trans>
  </Button>
);
