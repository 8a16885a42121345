import { t } from '@lingui/core/macro';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { EVENT_NAMES, EVENTS, USUAL_EVENTS } from './webhook-words.js';
import { CREATE_WEBHOOK, UPDATE_WEBHOOK, type Webhook } from './webhooks.operations.js';

interface WebhookFormProps {
  /** The one that is edited; left out: a new one. */
  webhook?: Webhook;
  /** With the secret of a new one. */
  onSaved: (secret?: string) => void;
  onClose: () => void;
}

/** Name, address and events of a webhook. */
export function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps) {
  const [, create] = useMutation(CREATE_WEBHOOK);
  const [, update] = useMutation(UPDATE_WEBHOOK);
  const [events, setEvents] = useState<string[]>(webhook?.events ?? USUAL_EVENTS);
  const submit = async ({ name = '', url = '' }: Record<string, string>) => {
    const fields = { name, url, events: EVENT_NAMES.filter((event) => events.includes(event)) };
    if (webhook) {
      const failure = failureOf(await update({ input: { webhookId: webhook.id, ...fields } }));
      if (failure) return failure;
      showDone(t`Webhook saved`);
      onSaved();
      return null;
    }
    const result = await create({ input: fields });
    if (result.data?.createWebhook) onSaved(result.data.createWebhook.secret);
    return failureOf(result);
  };
  return (
    <Dialog onClose={onClose} title={webhook ? t`Edit the webhook` : t`New webhook`}>
      <Form action={webhook ? t`Save` : t`Create`} onSubmit={submit}>
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={200}
          defaultValue={webhook?.name}
          data-autofocus
        />
        <TextInput
          name="url"
          label="URL"
          description={t`The address of your server. It must accept a POST and respond with 2xx within ten seconds.`}
          type="url"
          required
          withAsterisk={false}
          maxLength={2048}
          defaultValue={webhook?.url}
        />
        <Checkbox.Group label={t`Events`} value={events} onChange={setEvents}>
          <Stack gap="xs" mt="xs">
            {EVENT_NAMES.map((value) => (
              <Checkbox key={value} value={value} label={t(EVENTS[value])} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Form>
    </Dialog>
  );
}
