import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../api/failure.js';
import { Confirm } from '../parts/confirm.js';
import { showFailure } from '../parts/failure-notice.js';
import { DISCARD } from './compose.operations.js';
import { draftOf, isUnsaved, newDraft } from './draft.js';
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
    forgetFiles(draft);
    change(stored && !isNew ? draftOf(stored) : newDraft(draft.platformIds));
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
        {isNew ? 'Discard' : 'Discard changes'}
      </Button>
      {isAsked && (
        <Confirm
          title={isNew ? 'Discard this post' : 'Discard your changes'}
          action="Discard"
          onConfirm={discard}
          onClose={() => setAsked(false)}
        >
          What you wrote is removed from this browser, and cannot be restored.
        </Confirm>
      )}
    </>
  );
}
