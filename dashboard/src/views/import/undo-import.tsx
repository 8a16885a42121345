import { Button } from '@mantine/core';
import { UndoIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { formatNumber } from '../../parts/formats.js';
import { IMPORT_UNDO, UNDO_IMPORT } from './import.operations.js';

interface UndoProps {
  id: string;
  isRunning: boolean;
  onUndo: () => void;
}

const posts = (count: number) => (count === 1 ? '1 post' : `${formatNumber(count)} posts`);

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
        Undo the import
      </Button>
      {numbers && (
        <Confirm
          title="Undo the import"
          action={numbers.removed > 0 ? `Remove ${posts(numbers.removed)}` : 'Undo the import'}
          onConfirm={() => void confirm()}
          onClose={() => setNumbers(null)}
        >
          {isRunning && 'The import stops. '}
          {posts(numbers.removed)} {numbers.removed === 1 ? 'is' : 'are'} removed: drafts and scheduled posts that are
          as they were imported.
          {numbers.kept > 0 &&
            ` ${posts(numbers.kept)} ${numbers.kept === 1 ? 'stays' : 'stay'}, such as those that were changed, approved or published. The report says why.`}{' '}
          You can import the file again.
        </Confirm>
      )}
    </>
  );
}
