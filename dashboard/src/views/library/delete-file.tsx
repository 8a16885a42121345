import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { DELETE_LIBRARY_FILES, type LibraryFile } from '../../library/library.operations.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { showDone } from '../../parts/show-done.js';

interface DeleteFileProps {
  file: LibraryFile;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a file is deleted; again, with the drafts that would lose it. A scheduled post keeps it. */
export function DeleteFile({ file: { id, name }, onDeleted, onClose }: DeleteFileProps) {
  const [{ fetching }, remove] = useMutation(DELETE_LIBRARY_FILES);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isScheduled = failure?.code === 'LIBRARY_FILES_SCHEDULED';
  const isUsed = isScheduled || failure?.code === 'LIBRARY_FILES_IN_USE';
  const using = isUsed ? (failure.details.postGroupIds as string[]) : null;
  const confirm = async () => {
    const refusal = failureOf(await remove({ input: { mediaIds: [id], detach: using !== null } }));
    setFailure(refusal);
    if (refusal) return;
    showDone(t`“${name}” deleted`);
    onDeleted();
    onClose();
  };
  return (
    <Dialog title={t`Delete “${name}”`} onClose={onClose}>
      <Stack>
        {failure && !using && <FailureNotice failure={failure} />}
        {using ? (
          <div role="alert">
            <Text>
              {isScheduled
                ? plural(using.length, {
                    one: '# scheduled post would lose the file. Give them other files, or make them drafts first:',
                    other: '# scheduled posts would lose the file. Give them other files, or make them drafts first:',
                  })
                : plural(using.length, {
                    one: '# draft would lose the file:',
                    other: '# drafts would lose the file:',
                  })}
            </Text>
            <ul>
              {using.slice(0, 10).map((postGroupId, index) => (
                <li key={postGroupId}>
                  <PageLink to="/posts/$postGroupId" params={{ postGroupId }}>
                    <Trans>Post {index + 1}</Trans>
                  </PageLink>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <Text>
            <Trans>It cannot be restored. Published posts stay as they are.</Trans>
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {!isScheduled && (
            <Button color="red" loading={fetching} onClick={() => void confirm()}>
              {using
                ? plural(using.length, {
                    one: 'Remove from # draft and delete',
                    other: 'Remove from # drafts and delete',
                  })
                : t`Delete`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
