import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { Dialog } from '../../parts/dialog.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { PageLink } from '../../parts/link.js';
import { showDone } from '../../parts/show-done.js';
import { LabelChip } from '../../posts/label-chip.js';
import { ColorSelect } from '../../posts/label-dialog.js';
import { DELETE_LABEL, type ManagedLabel, UPDATE_LABEL } from './labels.operations.js';

interface LabelRowProps {
  label: ManagedLabel;
  mayWrite: boolean;
  onChanged: () => void;
}

/** A label, how often it is used, and what can be done with it. */
export function LabelRow({ label, mayWrite, onChanged }: LabelRowProps) {
  const { id: labelId, name, postCount, fileCount } = label;
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const [{ fetching }, deleteLabel] = useMutation(DELETE_LABEL);
  const close = () => setAsking(null);
  const posts = plural(postCount, { one: '# post', other: '# posts' });
  const files = plural(fileCount, { one: '# file', other: '# files' });
  const used = fileCount > 0 ? `${posts}, ${files}` : posts;
  const remove = async () => {
    const failure = failureOf(await deleteLabel({ input: { labelId } }));
    if (failure) return showFailure(failure);
    showDone(t`“${name}” deleted`);
    onChanged();
  };
  return (
    <Paper component="li" withBorder px="md" py="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <LabelChip label={label} />
          {postCount > 0 ? (
            <PageLink to="/posts" search={{ labels: [labelId] }} size="sm">
              {used}
            </PageLink>
          ) : (
            <Text size="sm" c="dimmed">
              {used}
            </Text>
          )}
        </Group>
        {mayWrite && (
          <Group gap="xs">
            <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={() => setAsking('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={fetching}
              aria-label={t`Delete ${name}`}
              onClick={() => setAsking('delete')}
            >
              <Trans>Delete</Trans>
            </Button>
          </Group>
        )}
      </Group>
      {asking === 'edit' && <Edit label={label} onClose={close} />}
      {asking === 'delete' && (
        <Confirm title={t`Delete “${name}”`} action={t`Delete`} onConfirm={remove} onClose={close}>
          {postCount + fileCount > 0 ? t`${used} will lose it. They stay as they are otherwise.` : t`Nothing has it.`}{' '}
          <Trans>This cannot be undone.</Trans>
        </Confirm>
      )}
    </Paper>
  );
}

function Edit({ label: { id: labelId, name, color }, onClose }: { label: ManagedLabel; onClose: () => void }) {
  const [, update] = useMutation(UPDATE_LABEL);
  const [chosen, setChosen] = useState(color);
  const submit = async (values: Record<string, string>) => {
    const failure = failureOf(await update({ input: { labelId, name: values.name ?? '', color: chosen } }));
    if (!failure) onClose();
    return failure;
  };
  return (
    <Dialog onClose={onClose} title={t`Edit “${name}”`}>
      <Form action={t`Save`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={50}
          defaultValue={name}
          data-autofocus
        />
        <ColorSelect value={chosen} onChange={setChosen} />
      </Form>
    </Dialog>
  );
}
