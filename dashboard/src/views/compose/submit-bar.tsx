import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { plural } from '../../parts/act-on-all.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { DISCARD } from './compose.operations.js';
import { draftOf, isUnsaved, newDraft } from './draft.js';
import { forgetFile } from './kept-files.js';
import type { ComposerState } from './use-composer.js';
import type { Wish } from './use-submit.js';

interface SubmitBarProps {
  composer: ComposerState;
  onSubmit: (wish: Wish) => void;
}

/** Sends, saves or discards; says where what is written is stored. */
export function SubmitBar({ composer, onSubmit }: SubmitBarProps) {
  const { draft, running, missing, conflict, check, isScheduled } = composer;
  const isMac = useOs() === 'macos';
  const sending = draft.at === null ? 'Publish now' : isScheduled ? 'Save changes' : 'Schedule';
  return (
    <Stack gap="xs">
      {missing.problems > 0 && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {plural(missing.problems, 'problem')} to solve first; they are shown beside what they are about.
        </Text>
      )}
      {check.failure && (
        <Text size="sm" c="dimmed">
          The post could not be checked: {check.failure.message}
        </Text>
      )}
      <Group gap="xs">
        <Button
          loading={running === 'send'}
          disabled={running !== null || conflict !== null}
          onClick={() => onSubmit('send')}
        >
          {sending}
        </Button>
        {!isScheduled && (
          <Button
            variant="default"
            loading={running === 'draft'}
            disabled={running !== null || conflict !== null}
            onClick={() => onSubmit('draft')}
          >
            Save draft
          </Button>
        )}
        <Discard composer={composer} />
        <Text size="sm" c="dimmed" role="status">
          {whereStored(composer)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd> <Kbd>Enter</Kbd> {sending.toLowerCase()}, <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd>{' '}
        <Kbd>S</Kbd> save
      </Text>
    </Stack>
  );
}

function whereStored({ draft, stored, running, isKept }: ComposerState): string {
  if (running) return 'Saving…';
  if (isUnsaved(draft)) {
    return isKept ? 'Saved in this browser' : 'This browser has no room to keep what you write: save it as a draft.';
  }
  if (draft.groupId === null) return '';
  return stored?.status === 'DRAFT' ? 'Saved as draft' : 'No changes';
}

function Discard({ composer }: Pick<SubmitBarProps, 'composer'>) {
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
    for (const { key } of draft.files) void forgetFile(key);
    change(stored && !isNew ? draftOf(stored) : newDraft(draft.platformIds));
  };
  return (
    <>
      <Button variant="subtle" disabled={running !== null} onClick={() => setAsked(true)}>
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
