import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type DocumentInput, useClient, useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useSession } from '../../api/session.js';
import { Confirm } from '../../parts/confirm.js';
import { Dialog } from '../../parts/dialog.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { ACTIVATE, type Account, DEACTIVATE, HOLD, RELEASE, SIGN_IN_AS } from './operator.operations.js';

interface ActionProps {
  account: Account;
  onChanged: () => void;
  onClose: () => void;
}

/** Suspends an account, or signs the operator in as it. */
export function AccountActions({ account, onChanged }: Omit<ActionProps, 'onClose'>) {
  const { id, isOperator, managedBy, heldAt, deactivatedAt } = account;
  const [asking, setAsking] = useState<'hold' | 'deactivate' | 'sign-in' | null>(null);
  const run = useRun(onChanged);
  if (isOperator)
    return (
      <Text size="sm">
        <Trans>This is an operator: it is changed with npm run admin.</Trans>
      </Text>
    );
  const close = () => setAsking(null);
  return (
    <Group>
      {!managedBy && (
        <Button disabled={Boolean(heldAt || deactivatedAt)} onClick={() => setAsking('sign-in')}>
          <Trans>Sign in as this account</Trans>
        </Button>
      )}
      {heldAt ? (
        <Button variant="default" onClick={() => run(RELEASE, id, t`The hold has ended`)}>
          <Trans>End the hold</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('hold')}>
          <Trans>Put on hold</Trans>
        </Button>
      )}
      {deactivatedAt ? (
        <Button variant="default" onClick={() => run(ACTIVATE, id, t`The account is active again`)}>
          <Trans>Activate</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('deactivate')}>
          <Trans>Deactivate</Trans>
        </Button>
      )}
      {asking === 'hold' && <Hold account={account} onChanged={onChanged} onClose={close} />}
      {asking === 'sign-in' && <SignInAs account={account} onClose={close} />}
      {asking === 'deactivate' && (
        <Confirm
          title={t`Deactivate ${account.email}`}
          action={t`Deactivate`}
          onClose={close}
          onConfirm={() => run(DEACTIVATE, id, t`The account is inactive`)}
        >
          <Trans>Its sessions end, its API keys stop working, and its posts fail when they are due.</Trans>
        </Confirm>
      )}
    </Group>
  );
}

/** Runs a mutation about an account, and says that it was done. */
function useRun(onChanged: () => void) {
  const client = useClient();
  return async (mutation: DocumentInput<unknown, { user: string }>, user: string, done: string) => {
    const failure = failureOf(await client.mutation(mutation, { user }).toPromise());
    if (failure) showFailure(failure);
    else showDone(done);
    onChanged();
  };
}

const DAY_MS = 86_400_000;

function Hold({ account, onChanged, onClose }: ActionProps) {
  const [, hold] = useMutation(HOLD);
  const submit = async ({ reason, days }: Record<string, string>) => {
    const until = Number(days) > 0 ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null;
    const failure = failureOf(await hold({ user: account.id, reason, until }));
    if (failure) return failure;
    showDone(t`The account is on hold`);
    onChanged();
    onClose();
    return null;
  };
  return (
    <Dialog title={t`Put ${account.email} on hold`} onClose={onClose}>
      <Form action={t`Put on hold`} danger onSubmit={submit}>
        <Text size="sm">
          <Trans>It cannot use the dashboard. Its API keys work, and its posts go out.</Trans>
        </Text>
        <TextInput name="reason" label={t`Reason`} description={t`The owner reads it`} maxLength={200} data-autofocus />
        <TextInput
          name="days"
          label={t`Days`}
          description={t`Without a number, until the hold is ended here`}
          type="number"
          min={1}
          max={3650}
        />
      </Form>
    </Dialog>
  );
}

/** The owner of the account sees the sign-in and its reason. */
function SignInAs({ account, onClose }: Omit<ActionProps, 'onChanged'>) {
  const [, signIn] = useMutation(SIGN_IN_AS);
  const { leave } = useSession();
  const navigate = useNavigate();
  const submit = async ({ reason = '', write }: Record<string, string>) => {
    const failure = failureOf(await signIn({ user: account.id, reason, mayWrite: write !== undefined }));
    if (failure) return failure;
    await navigate({ to: '/posts' });
    // The operator may have acted for an account that this one has nothing to do with.
    leave();
    return null;
  };
  return (
    <Dialog title={t`Sign in as ${account.email}`} onClose={onClose}>
      <Form action={t`Sign in`} onSubmit={submit}>
        <Text size="sm">
          <Trans>
            For an hour at most, in all windows of this browser. The owner sees it in the activity of the account.
          </Trans>
        </Text>
        <TextInput
          name="reason"
          label={t`Reason`}
          description={t`The owner reads it`}
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
        />
        <Switch name="write" label={t`Allow changes`} description={t`Without it, you only read`} />
      </Form>
    </Dialog>
  );
}
