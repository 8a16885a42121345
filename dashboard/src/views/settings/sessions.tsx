import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { browserName } from './browser-name.js';
import { CurrentPassword } from './fields.js';
import { END_OTHERS, END_SESSION, type Session } from './settings.operations.js';

interface SessionsProps {
  sessions: Session[];
  onEnded: () => void;
}

/** Where the account is signed in. */
export function Sessions({ sessions, onEnded }: SessionsProps) {
  /** Which are to be ended. */
  const [ending, setEnding] = useState<Session | 'others' | null>(null);
  const [, endSession] = useMutation(END_SESSION);
  const [, endOthers] = useMutation(END_OTHERS);
  const end = async (password: string) => {
    const result =
      ending === 'others'
        ? await endOthers({ input: { password } })
        : await endSession({ input: { password, sessionId: ending?.id ?? '' } });
    const failure = failureOf(result);
    if (!failure) {
      showDone(ending === 'others' ? 'All other sessions ended' : 'Session ended');
      setEnding(null);
      onEnded();
    }
    return failure;
  };
  return (
    <Panel
      title="Sessions"
      actions={
        sessions.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setEnding('others')}>
            End all others
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        Where you are signed in. End what you do not recognise, and change your password then.
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Sessions">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </Stack>
      {ending !== null && (
        <Dialog
          onClose={() => setEnding(null)}
          title={ending === 'others' ? 'End all other sessions' : 'End a session'}
        >
          <Form
            action={ending === 'others' ? 'End them' : 'End it'}
            danger
            onSubmit={({ password = '' }) => end(password)}
          >
            <Text size="sm">
              {ending === 'others' ? 'Every browser but this one' : 'That browser'} is signed out at once.
            </Text>
            <CurrentPassword />
          </Form>
        </Dialog>
      )}
    </Panel>
  );
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { userAgent, address, current, createdAt, lastUsedAt } = session;
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {browserName(userAgent)}
          </Text>
          <Text size="sm" c="dimmed">
            {address && `${address} · `}signed in <Time at={createdAt} /> · last used <Time at={lastUsedAt} />
          </Text>
        </Stack>
        {current ? (
          <Badge variant="light" c="var(--mantine-color-text)">
            This browser
          </Badge>
        ) : (
          <Button size="xs" variant="default" onClick={onEnd} aria-label={`End ${browserName(userAgent)}`}>
            End
          </Button>
        )}
      </Group>
    </Paper>
  );
}
