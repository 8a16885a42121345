import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Failure } from '../api/failure.js';
import { FailureNotice } from './failure-notice.js';

interface FormProps {
  /** The label of the button. */
  action: string;
  /** Whether the action cannot be undone. */
  danger?: boolean;
  children: ReactNode;
  /** Sends the values by the names of the fields. Returns why they were refused, or null. */
  onSubmit: (values: Record<string, string>) => Promise<Failure | null>;
}

/** A form for one mutation. It shows why the mutation was refused, and is emptied after a success. */
export function Form({ action, danger = false, children, onSubmit }: FormProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    setSending(true);
    const refusal = await onSubmit(Object.fromEntries(values));
    setSending(false);
    setFailure(refusal);
    if (!refusal) form.reset();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        {children}
        <Group>
          <Button type="submit" loading={sending} color={danger ? 'red' : undefined}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
