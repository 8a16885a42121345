import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { UndoIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { IMPORT_UNDO, UNDO_IMPORT } from './import.operations.js';

interface UndoProps {
  id: string;
  isRunning: boolean;
  onUndo: () => void;
}

/** Undoes an import, after its numbers were shown. */
export function UndoImport({ id, isRunning, onUndo }: UndoProps) {
  const client = useClient();
  const [{ fetching }, undo] = useMutation(UNDO_IMPORT);
  const [isLoading, setIsLoading] = useState(false);
  const [numbers, setNumbers] = useState<{ removed: number; kept: number } | null>(null);
  const ask = async () => {
    setIsLoading(true);
    const result = await client.query(IMPORT_UNDO, { id }, { requestPolicy: 'network-only' }).toPromise();
    setIsLoading(false);
    const failure = failureOf(result);
    if (failure) return showFailure(failure);
    setNumbers(result.data?.import?.undo ?? null);
    // Somebody else has undone it.
    if (!result.data?.import?.undo) onUndo();
  };
  const confirm = async () => {
    const failure = failureOf(await undo({ input: { importId: id } }));
    if (failure) return showFailure(failure);
    onUndo();
  };
  return (
    <>
      <Button
        variant="default"
        color="red"
        leftSection={<UndoIcon />}
        loading={isLoading || fetching}
        onClick={() => void ask()}
      >
        <Trans>Undo the import</Trans>
      </Button>
      {numbers && (
        <Confirm
          title={t`Undo the import`}
          action={
            numbers.removed > 0
              ? plural(numbers.removed, { one: 'Remove # post', other: 'Remove # posts' })
              : t`Undo the import`
          }
          onConfirm={() => void confirm()}
          onClose={() => setNumbers(null)}
        >
          {isRunning && `${t`The import stops.`} `}
          <Plural
            value={numbers.removed}
            one="# post is removed: drafts and scheduled posts that are as they were imported."
            other="# posts are removed: drafts and scheduled posts that are as they were imported."
          />{' '}
          {numbers.kept > 0 && (
            <>
              <Plural
                value={numbers.kept}
                one="# post stays, such as those that were changed, approved or published. The report says why."
                other="# posts stay, such as those that were changed, approved or published. The report says why."
              />{' '}
            </>
          )}
          <Trans>You can import the file again.</Trans>
        </Confirm>
      )}
    </>
  );
}
