import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { type Account, SET_SIGNATURE } from './accounts.operations.js';

interface SignatureProps {
  account: Account;
  onChanged: () => void;
  onClose: () => void;
}

/** Edits the text that closes the posts of an account, beside an example of what it becomes. */
export function Signature({ account: { id, username, signature }, onChanged, onClose }: SignatureProps) {
  const [, set] = useMutation(SET_SIGNATURE);
  const [text, setText] = useState(signature ?? '');
  const submit = async () => {
    const failure = failureOf(await set({ input: { accountId: id, text } }));
    if (!failure) {
      showDone(text.trim() === '' ? t`Signature removed` : t`Signature saved`);
      onChanged();
      onClose();
    }
    return failure;
  };
  return (
    <Dialog title={t`Signature of @${username}`} onClose={onClose}>
      <Form action={t`Save`} onSubmit={submit}>
        <Textarea
          label={t`Text at the end of its posts`}
          description={t`At most 500 characters. Scheduled posts get it too. Leave it empty for none.`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
        <Stack gap={4}>
          <Text size="sm">
            <Trans>A post becomes:</Trans>
          </Text>
          <Paper withBorder p="sm" component="section" aria-label={t`Example`}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {[t`Your post`, text.trim()].filter(Boolean).join('\n\n')}
            </Text>
          </Paper>
        </Stack>
      </Form>
    </Dialog>
  );
}
