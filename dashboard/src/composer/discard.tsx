import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { Confirm } from '../parts/confirm.js';
import { showFailure } from '../parts/failure-notice.js';
import { type ComposedGroup, DELETE_MEDIA, DISCARD } from './compose.operations.js';
import { draftOf, isUnsaved, newDraft, unsavedMediaIds } from './draft.js';
import { readGroup } from './read-group.js';
import type { ComposerState } from './use-composer.js';
import { forgetFiles } from './use-draft.js';

/** Removes what was written and is not stored as a post, after a confirmation. */
export function Discard({ composer }: { composer: ComposerState }) {
  const { draft, stored, isNew, change, running } = composer;
  const client = useClient();
  const [isAsked, setAsked] = useState(false);
  if (!isUnsaved(draft) && !(isNew && draft.groupId)) return null;
  const discard = async () => {
    // Another window may have scheduled it.
    if (isNew && stored?.status === 'DRAFT') {
      const input = { postGroupId: stored.id };
      const failure = failureOf(await client.mutation(DISCARD, { input }).toPromise());
      if (failure && failure.code !== 'POST_GROUP_NOT_FOUND') return showFailure(failure);
    }
    const group = stored && !isNew ? await withoutUnsavedFiles(stored) : null;
    if (group && 'code' in group) return showFailure(group);
    forgetFiles(draft);
    change(group ? draftOf(group) : newDraft(draft.platformIds));
  };
  /** Files that were uploaded since the last save belong to the group already. */
  const withoutUnsavedFiles = async (group: ComposedGroup): Promise<ComposedGroup | Failure | null> => {
    const unsaved = new Set(unsavedMediaIds(draft));
    const added = (group.media?.edges ?? []).flatMap(({ node }) => (unsaved.has(node.id) ? [node.id] : []));
    for (const mediaId of added) {
      const failure = failureOf(await client.mutation(DELETE_MEDIA, { input: { mediaId } }).toPromise());
      if (failure && failure.code !== 'MEDIA_NOT_FOUND') return failure;
    }
    return added.length > 0 ? readGroup(client, group.id) : group;
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={running !== null}
        onClick={() => setAsked(true)}
      >
        {isNew ? t`Discard` : t`Discard changes`}
      </Button>
      {isAsked && (
        <Confirm
          title={isNew ? t`Discard this post` : t`Discard your changes`}
          action={t`Discard`}
          onConfirm={discard}
          onClose={() => setAsked(false)}
        >
          <Trans>What you wrote is removed from this browser, and cannot be restored.</Trans>
        </Confirm>
      )}
    </>
  );
}
