import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, MultiSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import {
  KEEP_IN_LIBRARY,
  LABEL_FILES,
  type LibraryFile,
  UPDATE_LIBRARY_FILE,
} from '../../library/library.operations.js';
import { Thumbnail } from '../../library/thumbnail.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { useLabels } from '../../posts/use-labels.js';

interface FileDialogProps {
  file: LibraryFile;
  mayWrite: boolean;
  onSaved: () => void;
  onClose: () => void;
}

const STATUS_WORDS: Record<string, MessageDescriptor> = {
  DRAFT: msg`Draft`,
  SCHEDULED: msg`Scheduled`,
  PUBLISHED: msg`Published`,
  PARTIALLY_PUBLISHED: msg`Partly published`,
  FAILED: msg`Failed`,
};

/** The name, alternative text and labels of a file, and the posts that use it. A file of a post is kept when it is saved. */
export function FileDialog({ file, mayWrite, onSaved, onClose }: FileDialogProps) {
  const [name, setName] = useState(file.name);
  const [altText, setAltText] = useState(file.altText ?? '');
  const before = file.labels.map(({ id }) => id);
  const [chosen, setChosen] = useState(before);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const { labels = [] } = useLabels();
  const [, keep] = useMutation(KEEP_IN_LIBRARY);
  const [, update] = useMutation(UPDATE_LIBRARY_FILE);
  const [, label] = useMutation(LABEL_FILES);
  const save = async (): Promise<Failure | null> => {
    let mediaId = file.id;
    if (!file.inLibrary) {
      const kept = await keep({ input: { mediaId } });
      const refusal = failureOf(kept);
      if (refusal) return refusal;
      mediaId = kept.data?.keepInLibrary?.media.id ?? mediaId;
    }
    const refusal = failureOf(await update({ input: { mediaId, name, altText } }));
    if (refusal) return refusal;
    const add = chosen.filter((id) => !before.includes(id));
    const remove = before.filter((id) => !chosen.includes(id));
    return add.length + remove.length > 0
      ? failureOf(await label({ input: { mediaIds: [mediaId], add, remove } }))
      : null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    const refusal = await save();
    setSending(false);
    setFailure(refusal);
    if (refusal) return;
    showDone(t`“${name.trim()}” saved`);
    onSaved();
    onClose();
  };
  const uses = file.usedIn?.edges.map(({ node }) => node) ?? [];
  const others = (file.usedIn?.totalCount ?? 0) - uses.length;
  return (
    <Dialog title={t`File`} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          {failure && <FailureNotice failure={failure} />}
          <Thumbnail file={{ ...file, thumbnailUrl: null }} />
          <TextInput
            label={t`Name`}
            required
            maxLength={150}
            readOnly={!mayWrite}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Textarea
            label={t`Alternative text`}
            description={t`Posts get it with the file. Posts that use the file already keep theirs.`}
            autosize
            minRows={2}
            readOnly={!mayWrite}
            value={altText}
            onChange={({ currentTarget }) => setAltText(currentTarget.value)}
          />
          {labels.length > 0 && (
            <MultiSelect
              label={t`Labels`}
              maxValues={20}
              readOnly={!mayWrite}
              data={labels.map(({ id, name: labelled }) => ({ value: id, label: labelled }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
          <div>
            <Text size="sm" fw={500}>
              <Trans>Used in</Trans>
            </Text>
            {uses.length === 0 && (
              <Text size="sm">
                <Trans>No post uses it.</Trans>
              </Text>
            )}
            <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }} aria-label={t`Used in`}>
              {uses.map(({ id, status, scheduledTime }) => (
                <li key={id}>
                  <PageLink to="/posts/$postGroupId" params={{ postGroupId: id }} size="sm">
                    {t(STATUS_WORDS[status] ?? msg`Post`)} {scheduledTime && <Time at={scheduledTime} />}
                  </PageLink>
                </li>
              ))}
            </ul>
            {others > 0 && (
              <Text size="sm">
                <Trans>And in {others} more.</Trans>
              </Text>
            )}
          </div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {mayWrite ? t`Cancel` : t`Close`}
            </Button>
            {mayWrite && (
              <Button type="submit" loading={sending}>
                {file.inLibrary ? t`Save` : t`Save and keep`}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
