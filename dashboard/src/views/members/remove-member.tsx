import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { type Member, REMOVE_MEMBER } from './members.operations.js';

interface RemoveMemberProps {
  member: Pick<Member, 'id' | 'name'>;
  /** What the person loses access to: a client, or so many of them; left out: the account. */
  from?: string | number | undefined;
  onRemoved: () => void;
  onClose: () => void;
}

export function RemoveMember({ member: { id: memberId, name }, from, onRemoved, onClose }: RemoveMemberProps) {
  const { displayName } = useViewer();
  const [, remove] = useMutation(REMOVE_MEMBER);
  const submit = async ({ revoke }: Record<string, string>) => {
    const failure = failureOf(await remove({ input: { memberId, revokeAccess: revoke !== undefined } }));
    if (failure) return failure;
    showDone(t`${name} removed`);
    onRemoved();
    onClose();
    return null;
  };
  return (
    <Dialog title={t`Remove ${name}`} onClose={onClose}>
      <Form action={t`Remove`} danger onSubmit={submit}>
        <Text>
          {typeof from === 'number' ? (
            <Trans>
              {name} immediately loses access to all {from} clients. What {name} wrote and scheduled stays, and
              scheduled posts go out.
            </Trans>
          ) : (
            <Trans>
              {name} immediately loses access to {from ?? displayName}. What {name} wrote and scheduled stays, and
              scheduled posts go out.
            </Trans>
          )}
        </Text>
        <Checkbox
          name="revoke"
          label={t`Also revoke API keys and applications they created`}
          description={t`Programs that use them stop working. Without it, they work on.`}
          defaultChecked
        />
      </Form>
    </Dialog>
  );
}
