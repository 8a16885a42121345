import { t } from '@lingui/core/macro';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../api/failure.js';
import { Dialog } from '../parts/dialog.js';
import { Form } from '../parts/form.js';
import { showDone } from '../parts/show-done.js';
import { CREATE_SNIPPET, type Snippet, UPDATE_SNIPPET } from './snippets.operations.js';

const PLACEHOLDER = '{{product}}';

interface SnippetFormProps {
  /** The one that is edited; left out: a new one. */
  snippet?: Snippet;
  /** Of a new one, to begin with. */
  text?: string;
  onSaved?: () => void;
  onClose: () => void;
}

/** Name and text of a snippet. */
export function SnippetForm({ snippet, text, onSaved, onClose }: SnippetFormProps) {
  const [, create] = useMutation(CREATE_SNIPPET);
  const [, update] = useMutation(UPDATE_SNIPPET);
  const submit = async (values: Record<string, string>) => {
    // Browsers send line breaks of forms as CRLF.
    const input = { name: values.name ?? '', text: (values.text ?? '').replaceAll('\r\n', '\n') };
    const result = snippet ? await update({ input: { snippetId: snippet.id, ...input } }) : await create({ input });
    const failure = failureOf(result);
    if (failure) return failure;
    showDone(t`Snippet saved`);
    onSaved?.();
    onClose();
    return null;
  };
  return (
    <Dialog onClose={onClose} title={snippet ? t`Edit the snippet` : t`New snippet`}>
      <Form action={t`Save`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={100}
          defaultValue={snippet?.name}
          data-autofocus
        />
        <Textarea
          name="text"
          label={t`Text`}
          description={t`Text or hashtags. Write ${PLACEHOLDER} where something is filled in each time.`}
          required
          withAsterisk={false}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={10_000}
          defaultValue={snippet?.text ?? text}
        />
      </Form>
    </Dialog>
  );
}
