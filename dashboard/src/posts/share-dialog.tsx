import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../api/failure.js';
import { CopyField } from '../parts/copy-field.js';
import { Dialog } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { CREATE_APPROVAL_LINK } from './approval-links.operations.js';
import { ShareLinks } from './share-links.js';
import { useAsk } from './use-ask.js';

interface ShareDialogProps {
  /** At most 20 drafts. */
  posts: readonly { id: string; scheduledTime: string | null; isAsked: boolean }[];
  onShared: () => void;
  onClose: () => void;
}

const DEFAULT_DAYS = 14;

/** Creates a link with which somebody without a login approves posts, such as a client. It is shown once. */
export function ShareDialog({ posts, onShared, onClose }: ShareDialogProps) {
  const [, create] = useMutation(CREATE_APPROVAL_LINK);
  const [created, setCreated] = useState<{ url: string; name: string } | null>(null);
  const ask = useAsk();
  const unasked = posts.filter(({ isAsked }) => !isAsked);
  const submit = async ({ name = '', days = '' }: Record<string, string>) => {
    // The page of the link shows what somebody has asked for.
    for (const post of unasked) {
      const refusal = await ask(post, post.scheduledTime, true);
      if (refusal) return refusal;
    }
    const input = { postGroupIds: posts.map(({ id }) => id), name: name.trim(), days: Number(days) };
    const result = await create({ input });
    if (result.data?.createApprovalLink) setCreated({ url: result.data.createApprovalLink.url, name: name.trim() });
    onShared();
    return failureOf(result);
  };
  return (
    <Dialog title={t`Share for approval`} onClose={onClose} closeOnClickOutside={created === null}>
      <Stack>
        {created ? (
          <CopyField
            label={t`Link for ${created.name}`}
            description={t`Send it to the person. It is shown only now.`}
            value={created.url}
          />
        ) : (
          <>
            <Text size="sm">
              <Plural
                value={posts.length}
                one="The link opens a page with this post, for somebody without a login: a client, for example."
                other="The link opens a page with these # posts, for somebody without a login: a client, for example."
              />{' '}
              <Trans>Anybody who has the link can approve, or ask for changes.</Trans>
            </Text>
            {unasked.length > 0 && (
              <Text size="sm">
                <Trans>With the link, you ask for the approval of the post as it is now.</Trans>
              </Text>
            )}
            <Form action={t`Create the link`} onSubmit={submit}>
              <TextInput
                label={t`For whom`}
                description={t`The decision is shown with this name`}
                name="name"
                autoComplete="off"
                maxLength={200}
                required
                withAsterisk={false}
                data-autofocus
              />
              <NumberInput
                label={t`Days until it expires`}
                name="days"
                min={1}
                max={90}
                allowDecimal={false}
                defaultValue={DEFAULT_DAYS}
                required
                withAsterisk={false}
                maw="12rem"
              />
            </Form>
          </>
        )}
        <ShareLinks />
      </Stack>
    </Dialog>
  );
}
