import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { showDone } from '../../parts/show-done.js';
import { useRun } from '../../parts/use-run.js';
import { WebhookForm } from './webhook-form.js';
import { EVENTS, type WebhookEvent } from './webhook-words.js';
import { DELETE_WEBHOOK, ROTATE_SECRET, SEND_SAMPLE, UPDATE_WEBHOOK, type Webhook } from './webhooks.operations.js';

/** What can be done with a webhook. */
export function WebhookActions({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { id: webhookId, name, isActive, events } = webhook;
  const navigate = useNavigate();
  const [, update] = useMutation(UPDATE_WEBHOOK);
  const [, rotate] = useMutation(ROTATE_SECRET);
  const [, remove] = useMutation(DELETE_WEBHOOK);
  const [, send] = useMutation(SEND_SAMPLE);
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { running, run } = useRun();
  const close = () => setAsking(null);
  const switchTo = async (on: boolean) => {
    await run(async () => failureOf(await update({ input: { webhookId, isActive: on } })));
    onChanged();
  };
  const sendSample = async (event: WebhookEvent) => {
    const sent = await run(async () => failureOf(await send({ input: { webhookId, event } })));
    if (sent) showDone(t`Sample sent`);
  };
  const rotateSecret = () =>
    run(async () => {
      const result = await rotate({ input: { webhookId } });
      setSecret(result.data?.regenerateWebhookSecret?.secret ?? null);
      return failureOf(result);
    });
  const removeWebhook = async () => {
    if (!(await run(async () => failureOf(await remove({ input: { webhookId } }))))) return;
    showDone(t`Webhook deleted`);
    await navigate({ to: '/webhooks' });
  };
  return (
    <Group gap="xs">
      <Switch
        label={t`Active`}
        checked={isActive}
        disabled={running}
        onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
        me="sm"
      />
      <Menu>
        <Menu.Target>
          <Button size="xs" loading={running}>
            <Trans>Send a sample</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {events.map((event) => (
            <Menu.Item key={event} onClick={() => sendSample(event)}>
              {t(EVENTS[event])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('rotate')}>
        <Trans>New secret</Trans>
      </Button>
      <Button size="xs" variant="default" disabled={running} onClick={() => setAsking('delete')}>
        <Trans>Delete</Trans>
      </Button>
      {asking === 'edit' && (
        <WebhookForm
          webhook={webhook}
          onSaved={() => {
            close();
            onChanged();
          }}
          onClose={close}
        />
      )}
      {asking === 'rotate' && (
        <Confirm title={t`New secret`} action={t`Make a new secret`} onConfirm={rotateSecret} onClose={close}>
          <Trans>
            From then on every attempt is signed with the new secret, and your server has to know it. The old one cannot
            be restored.
          </Trans>
        </Confirm>
      )}
      {asking === 'delete' && (
        <Confirm title={t`Delete “${name}”`} action={t`Delete`} onConfirm={removeWebhook} onClose={close}>
          <Trans>Nothing is sent to it any more, and its deliveries are removed. It cannot be restored.</Trans>
        </Confirm>
      )}
      {secret && (
        <SecretDialog title={t`The new secret`} label={t`Secret`} secret={secret} onClose={() => setSecret(null)}>
          <Trans>Every delivery is signed with it from now on.</Trans>
        </SecretDialog>
      )}
    </Group>
  );
}
