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
  /** What the person loses access to; left out: the account. */
  from?: string | undefined;
  onRemoved: () => void;
  onClose: () => void;
}

export function RemoveMember({ member: { id: memberId, name }, from, onRemoved, onClose }: RemoveMemberProps) {
  const { displayName } = useViewer();
  const [, remove] = useMutation(REMOVE_MEMBER);
  const submit = async ({ revoke }: Record<string, string>) => {
    const failure = failureOf(await remove({ input: { memberId, revokeAccess: revoke !== undefined } }));
    if (failure) return failure;
    showDone(`${name} removed`);
    onRemoved();
    onClose();
    return null;
  };
  return (
    <Dialog title={`Remove ${name}`} onClose={onClose}>
      <Form action="Remove" danger onSubmit={submit}>
        <Text>
          {name} immediately loses access to {from ?? displayName}. What {name} wrote and scheduled stays, and scheduled
          posts go out.
        </Text>
        <Checkbox
          name="revoke"
          label="Also revoke API keys and applications they created"
          description="Programs that use them stop working. Without it, they work on."
          defaultChecked
        />
      </Form>
    </Dialog>
  );
}
