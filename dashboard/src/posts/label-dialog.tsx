import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { Dialog } from '../parts/dialog.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { PageLink } from '../parts/link.js';
import { Loading } from '../parts/loading.js';
import { showDone } from '../parts/show-done.js';
import { LabelDot } from './label-chip.js';
import { colorChoices } from './label-colors.js';
import classes from './label-dialog.module.css';
import { CHANGE_LABELS, CREATE_LABEL, type Label, type LabelColor } from './labels.operations.js';
import { useLabels } from './use-labels.js';

interface LabelDialogProps {
  posts: readonly { id: string; labels: readonly Label[] }[];
  onDone: () => void;
  onClose: () => void;
}

/** Chooses the labels of posts. One that only some of them have stays as it is unless it is clicked. */
export function LabelDialog({ posts, onDone, onClose }: LabelDialogProps) {
  /** What was clicked: whether all posts, or none, have the label from now on. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [{ fetching }, changeLabels] = useMutation(CHANGE_LABELS);
  const countOf = (id: string) => posts.filter((post) => post.labels.some((label) => label.id === id)).length;
  const idsOf = (isOn: boolean) => [...chosen].flatMap(([id, one]) => (one === isOn ? id : []));
  const save = async () => {
    const input = { postGroupIds: posts.map(({ id }) => id), add: idsOf(true), remove: idsOf(false) };
    const refusal = chosen.size > 0 ? failureOf(await changeLabels({ input })) : null;
    setFailure(refusal);
    if (refusal) return;
    if (chosen.size > 0)
      showDone(plural(posts.length, { one: 'Labels of # post changed', other: 'Labels of # posts changed' }));
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={posts.length === 1 ? t`Labels` : plural(posts.length, { one: 'Label # post', other: 'Label # posts' })}
      onClose={onClose}
    >
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        <LabelChoice
          stateOf={(id) => chosen.get(id) ?? sharedBy(countOf(id), posts.length)}
          onChoose={({ id }, isOn) => setChosen((before) => new Map(before).set(id, isOn))}
        />
        <Group justify="space-between">
          <PageLink to="/labels" size="sm">
            <Trans>Manage labels</Trans>
          </PageLink>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={fetching} onClick={save}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Whether all of the posts have a label; undefined: only some of them. */
const sharedBy = (count: number, posts: number): boolean | undefined =>
  count === posts ? true : count === 0 ? false : undefined;

interface LabelChoiceProps {
  /** Undefined: some of the posts have it. */
  stateOf: (id: string) => boolean | undefined;
  onChoose: (label: Label, isOn: boolean) => void;
}

/** All labels of the account, to be switched on and off, and fields for a new one, which is on. */
export function LabelChoice({ stateOf, onChoose }: LabelChoiceProps) {
  const { labels, failure, refresh } = useLabels();
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!labels && !failure && <Loading />}
      {labels?.length === 0 && (
        <Text size="sm">
          <Trans>Labels sort posts, such as by campaign. They are not published. Create the first one.</Trans>
        </Text>
      )}
      {labels && labels.length > 0 && (
        <Stack gap="xs" role="group" aria-label={t`Labels`} className={classes.list}>
          {labels.map((label) => {
            const isOn = stateOf(label.id);
            return (
              <Checkbox
                key={label.id}
                label={
                  <Group gap="xs" wrap="nowrap">
                    <LabelDot color={label.color} />
                    <span className={classes.name}>{label.name}</span>
                  </Group>
                }
                checked={isOn ?? false}
                indeterminate={isOn === undefined}
                onChange={({ currentTarget }) => onChoose(label, currentTarget.checked)}
              />
            );
          })}
        </Stack>
      )}
      <NewLabel
        onCreated={(label) => {
          refresh();
          onChoose(label, true);
        }}
      />
    </>
  );
}

/** Fields for a label that is created without leaving the dialog. */
export function NewLabel({ onCreated }: { onCreated: (label: Label) => void }) {
  const [name, setName] = useState('');
  const [color, setColor] = useState<LabelColor>('GRAY');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [{ fetching }, createLabel] = useMutation(CREATE_LABEL);
  const create = async () => {
    const result = await createLabel({ input: { name, color } });
    setFailure(failureOf(result));
    const label = result.data?.createLabel?.label;
    if (!label) return;
    setName('');
    onCreated(label);
  };
  return (
    <form
      aria-label={t`New label`}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" align="end">
          <TextInput
            label={t`New label`}
            placeholder={t`Name`}
            maxLength={50}
            required
            withAsterisk={false}
            flex="1 1 9rem"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ColorSelect value={color} onChange={setColor} />
          <Button type="submit" variant="default" leftSection={<PlusIcon size={14} />} loading={fetching}>
            <Trans>Create</Trans>
          </Button>
        </Group>
        {failure && <FailureNotice failure={failure} />}
      </Stack>
    </form>
  );
}

/** One of the colors, each with its name. */
export const ColorSelect = ({ value, onChange }: { value: LabelColor; onChange: (color: LabelColor) => void }) => (
  <Select
    label={t`Color`}
    w="8rem"
    data={colorChoices()}
    value={value}
    onChange={(color) => color && onChange(color as LabelColor)}
    allowDeselect={false}
    leftSection={<LabelDot color={value} />}
    renderOption={({ option }) => (
      <Group gap="xs" wrap="nowrap">
        <LabelDot color={option.value as LabelColor} />
        {option.label}
      </Group>
    )}
  />
);
