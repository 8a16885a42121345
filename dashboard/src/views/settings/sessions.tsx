import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      showDone(ending === 'others' ? t`All other sessions ended` : t`Session ended`);
      setEnding(null);
      onEnded();
    }
    return failure;
  };
  return (
    <Panel
      title={t`Sessions`}
      actions={
        sessions.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setEnding('others')}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        <Trans>Where you are signed in. End what you do not recognise, and change your password then.</Trans>
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Sessions`}>
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </Stack>
      {ending !== null && (
        <Dialog
          onClose={() => setEnding(null)}
          title={ending === 'others' ? t`End all other sessions` : t`End a session`}
        >
          <Form
            action={ending === 'others' ? t`End them` : t`End it`}
            danger
            onSubmit={({ password = '' }) => end(password)}
          >
            <Text size="sm">
              {ending === 'others'
                ? t`Every browser but this one is signed out at once.`
                : t`That browser is signed out at once.`}
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
            {address && `${address} · `}
            <Trans>
              signed in <Time at={createdAt} /> · last used <Time at={lastUsedAt} />
            </Trans>
          </Text>
        </Stack>
        {current ? (
          <Badge variant="light" c="var(--mantine-color-text)">
            <Trans>This browser</Trans>
          </Badge>
        ) : (
          <Button size="xs" variant="default" onClick={onEnd} aria-label={t`End ${browserName(userAgent)}`}>
            <Trans>End</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  );
}
