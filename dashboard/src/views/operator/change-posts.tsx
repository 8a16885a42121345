import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
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
  retry: {
    title: msg`Retry failed posts`,
    button: msg`Publish again`,
    planned: (count: number) =>
      plural(count, { one: '# post will be published again.', other: '# posts will be published again.' }),
    done: (count: number) => plural(count, { one: '# post published again', other: '# posts published again' }),
  },
  fail: {
    title: msg`End waiting posts`,
    button: msg`End as failed`,
    planned: (count: number) =>
      plural(count, { one: '# post will be ended as failed.', other: '# posts will be ended as failed.' }),
    done: (count: number) => plural(count, { one: '# post ended as failed', other: '# posts ended as failed' }),
  },
};

/** Counts the posts first, and changes them once that is confirmed. */
export function ChangePosts({ action, conditions, onClose, onDone }: ChangePostsProps) {
  const client = useClient();
  const [counted, setCounted] = useState<Counted | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState(false);
  const { title, button, planned, done } = WORDS[action];

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
    showDone(done(changed.changed));
    onDone();
  };
  return (
    <Dialog title={t(title)} onClose={onClose}>
      {counted === null ? (
        <Form action={t`Count the posts`} onSubmit={count}>
          <Text size="sm">
            <Trans>
              {Object.values(conditions).filter(Boolean).join(', ')}. Nothing is changed before you confirm the number.
            </Trans>
          </Text>
          {action === 'fail' && (
            <TextInput
              name="reason"
              label={t`Reason`}
              description={t`The owners of the posts read it`}
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
            {planned(counted.changed)}
            {counted.mayBeLive > 0 &&
              ` ${plural(counted.mayBeLive, {
                one: '# post may be live and stay unchanged.',
                other: '# posts may be live and stay unchanged.',
              })}`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button color="red" loading={running} disabled={counted.changed === 0} onClick={() => confirm(counted)}>
              {t(button)}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
