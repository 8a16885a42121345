import { t } from '@lingui/core/macro';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { sendToLibrary } from './send-to-library.js';

/** Uploads files to the library, one after the other. */
export function useLibraryUploads(onAdded: () => void) {
  const client = useClient();
  const [count, setCount] = useState(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const add = useCallback(
    (files: File[]) => {
      setCount((before) => before + files.length);
      for (const file of files) {
        queue.current = queue.current.then(async () => {
          const problem = await sendToLibrary(client, file);
          setCount((before) => before - 1);
          if (problem !== null)
            showFailure({ code: 'UNREACHABLE', message: `${file.name}: ${problem}`, details: {}, requestId: null });
          else showDone(t`“${file.name}” uploaded`);
          onAdded();
        });
      }
    },
    [client, onAdded],
  );
  return { count, add };
}
