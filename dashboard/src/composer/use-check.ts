import { useDebouncedValue, useNetwork } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { CHECK, type CheckInput, type Issue, type Preview } from './compose.operations.js';
import { type Draft, isStorable, toPost } from './draft.js';

/** After the last key. */
const PAUSE_MS = 400;

export interface Check {
  previews: Preview[];
  issues: Issue[];
  failure: Failure | null;
  /** Whether it is about what is written now. */
  isCurrent: boolean;
}

const NOTHING = { previews: [], issues: [], failure: null };

/** What the service says about the draft while it is written: previews with their counts, and issues. */
export function useCheck(draft: Draft): Check {
  const client = useClient();
  const { online } = useNetwork();
  // A file that is being uploaded shows its own progress, and is waited for.
  const isUploading = draft.files.some(({ mediaId }) => mediaId === null);
  // The group has files that were removed here and not saved, and those that are being uploaded.
  const media =
    draft.groupId && !isUploading
      ? draft.files.map(({ mediaId, framings = [] }) => ({ mediaId, framings: [...framings] }))
      : null;
  const input: CheckInput | null = isStorable(draft)
    ? { post: { ...toPost(draft), media }, postGroupId: draft.groupId }
    : null;
  const asked = JSON.stringify([input, draft.files.map(({ mediaId }) => mediaId)]);
  const [question] = useDebouncedValue(asked, PAUSE_MS);
  const [answer, setAnswer] = useState<Omit<Check, 'isCurrent'> & { question: string }>({ ...NOTHING, question: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the network is back it is asked again.
  useEffect(() => {
    const [asking] = JSON.parse(question) as [CheckInput | null];
    if (!asking) {
      setAnswer({ ...NOTHING, question });
      return undefined;
    }
    // A request that another text has overtaken is aborted.
    const { unsubscribe } = client
      .query(CHECK, { input: asking }, { requestPolicy: 'network-only' })
      .subscribe((result) => {
        if (result.stale) return;
        const failure = failureOf(result);
        const { previewPost, validatePost } = result.data ?? {};
        setAnswer((before) => ({
          question,
          failure,
          previews: previewPost ?? before.previews,
          issues: validatePost ? [...validatePost.errors, ...validatePost.warnings] : before.issues,
        }));
      });
    return unsubscribe;
  }, [client, question, online]);
  const isCurrent = answer.question === asked && answer.failure === null;
  const hidesUploads = isUploading || !isCurrent;
  const issues = useMemo(
    () => (hidesUploads ? answer.issues.filter(({ code }) => code !== 'MEDIA_NOT_UPLOADED') : answer.issues),
    [answer.issues, hidesUploads],
  );
  return { ...answer, issues, isCurrent };
}
