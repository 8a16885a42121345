import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showDone } from '../../parts/show-done.js';
import { useRun } from '../../parts/use-run.js';
import { type Loss, RESTORE, type Version } from './history.operations.js';
import type { Group } from './posts.operations.js';

interface RestoreVersionProps {
  group: Group;
  version: Version;
  onRestored: (losses: readonly Loss[]) => void;
}

/** Restores a version after a question. */
export function RestoreVersion({ group, version: { number }, onRestored }: RestoreVersionProps) {
  const { id: postGroupId, updatedAt: ifUnchangedSince, approval, status } = group;
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const { running, run } = useRun();
  const restore = () =>
    run(async () => {
      const input = { postGroupId, number, ifUnchangedSince };
      const result = await client.mutation(RESTORE, { input }).toPromise();
      const failure = failureOf(result);
      if (!failure) {
        showDone(t`Version ${number} restored`);
        onRestored(result.data?.restorePostVersion?.notRestored ?? []);
      }
      return failure;
    });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t`Restore this version (${number})`}
        loading={running}
        onClick={() => setAsking(true)}
      >
        <Trans>Restore this version</Trans>
      </Button>
      {isAsking && (
        <Confirm
          title={t`Restore version ${number}`}
          action={t`Restore`}
          onConfirm={restore}
          onClose={() => setAsking(false)}
        >
          <Trans>The post gets the text, accounts, settings and files of this version.</Trans>{' '}
          {status === 'SCHEDULED' ? t`It stays scheduled for the same time.` : t`Its time does not change.`}
          {status === 'DRAFT' && approval?.state === 'PENDING' && ` ${t`Then ask for approval again.`}`}{' '}
          <Trans>Files that are not in this version are removed, and cannot be restored.</Trans>
        </Confirm>
      )}
    </>
  );
}
