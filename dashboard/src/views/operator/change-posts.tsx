import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { plural } from '../../parts/act-on-all.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { FAIL, RETRY } from './operator.operations.js';

interface ChangePostsProps {
  action: 'retry' | 'fail';
  conditions: { user?: string | undefined; platform?: string | undefined; code?: string | undefined };
  onClose: () => void;
  onDone: () => void;
}

interface Counted {
  at: string;
  changed: number;
  mayBeLive: number;
  reason: string;
}

const WORDS = {
  retry: { title: 'Retry failed posts', done: 'published again', button: 'Publish again' },
  fail: { title: 'End waiting posts', done: 'ended as failed', button: 'End as failed' },
};

/** Counts the posts first, and changes them once that is confirmed. */
export function ChangePosts({ action, conditions, onClose, onDone }: ChangePostsProps) {
  const client = useClient();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState(false);
  const { title, done, button } = WORDS[action];

  async function run(reason: string, at: string, confirm: boolean) {
    const result = await (action === 'retry'
      ? // Not what has failed after the count. What waits has its times in the future.
        client.mutation(RETRY, { conditions: { ...conditions, until: at }, confirm })
      : client.mutation(FAIL, { conditions, reason, confirm })
    ).toPromise();
    return { failure: failureOf(result), changed: result.data?.changed };
  }
  const count = async ({ reason = '' }: Record<string, string>) => {
    const at = new Date().toISOString();
    const { failure: refusal, changed } = await run(reason, at, false);
    if (changed) setCounted({ ...changed, at, reason });
    return refusal;
  };
  const confirm = async ({ reason, at }: Counted) => {
    setRunning(true);
    const { failure: refusal, changed } = await run(reason, at, true);
    setRunning(false);
    setFailure(refusal);
    if (!changed) return;
    showDone(`${plural(changed.changed, 'post')} ${done}`);
    onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {counted === null ? (
        <Form action="Count the posts" onSubmit={count}>
          <Text size="sm">
            {Object.values(conditions).filter(Boolean).join(', ')}. Nothing is changed before you confirm the number.
          </Text>
          {action === 'fail' && (
            <TextInput
              name="reason"
              label="Reason"
              description="The owners of the posts read it"
              required
              withAsterisk={false}
              maxLength={200}
              data-autofocus
            />
          )}
        </Form>
      ) : (
        <Stack>
          {failure && <FailureNotice failure={failure} />}
          <Text>
            {plural(counted.changed, 'post')} will be {done}.
            {counted.mayBeLive > 0 && ` ${plural(counted.mayBeLive, 'post')} may be live and stay unchanged.`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button color="red" loading={running} disabled={counted.changed === 0} onClick={() => confirm(counted)}>
              {button}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
