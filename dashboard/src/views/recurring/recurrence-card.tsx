import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { excerpt } from '../../parts/excerpt.js';
import { PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import { showDone } from '../../parts/show-done.js';
import { useRun } from '../../parts/use-run.js';
import { Occurrences } from './occurrences.js';
import { DELETE_RECURRENCE, PAUSE_RECURRENCE, type Recurrence } from './recurring.operations.js';
import { RepeatForm } from './repeat-form.js';
import { summaryOf } from './repeat-rule.js';

const STATES = { ACTIVE: null, PAUSED: msg`Paused`, ENDED: msg`Ended` } as const;

/** A recurring post, with what can be done with it, and its posts once they are opened. */
export function RecurrenceCard({ recurrence, onChanged }: { recurrence: Recurrence; onChanged: () => void }) {
  const { id, rule, timeZone, state, problem, template, texts, warnings } = recurrence;
  const mayWrite = useMay('DRAFT');
  const { run, running } = useRun();
  const [, pause] = useMutation(PAUSE_RECURRENCE);
  const [, remove] = useMutation(DELETE_RECURRENCE);
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<{ from: string | null } | 'delete' | null>(null);
  const name = template ? excerpt(template.content, 60) : t`A deleted post`;
  const change = async (action: Parameters<typeof run>[0], done: string) => {
    if (!(await run(action))) return;
    showDone(done);
    onChanged();
  };
  const isPaused = state === 'PAUSED';
  const badge = STATES[state];
  const togglePause = () =>
    change(
      async () => failureOf(await pause({ input: { recurrenceId: id, paused: !isPaused } })),
      isPaused ? t`Resumed` : t`Paused: its posts were removed`,
    );
  const drop = () =>
    change(async () => failureOf(await remove({ input: { recurrenceId: id } })), t`Recurring post deleted`);
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} miw={0} flex="1 1 14rem">
            <Group gap="xs">
              <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {template ? (
                  <PageLink to="/posts/$postGroupId" params={{ postGroupId: template.id }}>
                    {name}
                  </PageLink>
                ) : (
                  name
                )}
              </Title>
              {badge && <Badge variant="light">{t(badge)}</Badge>}
            </Group>
            <Text size="sm">{summaryOf(rule)}</Text>
            <Text size="sm" c="dimmed">
              {timeZone}
              {texts.length > 0 && ` · ${t`${texts.length + 1} texts in turn`}`}
            </Text>
            {warnings.includes('SAME_TEXT') && (
              <Text size="sm" c="dimmed">
                <Trans>Every post has the same text: platforms may refuse it.</Trans>
              </Text>
            )}
            {problem && (
              <Text size="sm" c="var(--mantine-color-error)">
                <Trans>The next post could not be created yet: {problem.message}</Trans>
              </Text>
            )}
          </Stack>
          {mayWrite && (
            <Group gap="xs">
              {state !== 'ENDED' && (
                <Button
                  size="xs"
                  variant={isPaused ? 'filled' : 'default'}
                  loading={running}
                  aria-label={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
                  onClick={togglePause}
                >
                  {isPaused ? t`Resume` : t`Pause`}
                </Button>
              )}
              {template && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t`Change ${name}`}
                  onClick={() => setDialog({ from: null })}
                >
                  <Trans>Change</Trans>
                </Button>
              )}
              <Button size="xs" variant="default" aria-label={t`Delete ${name}`} onClick={() => setDialog('delete')}>
                <Trans>Delete</Trans>
              </Button>
            </Group>
          )}
        </Group>
        <Group>
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Hide its posts` : t`Show its posts`}
          </Button>
        </Group>
        {isOpen && <Occurrences recurrenceId={id} mayWrite={mayWrite} onChange={(from) => setDialog({ from })} />}
      </Stack>
      {dialog === 'delete' && (
        <Confirm
          title={t`Delete this recurring post`}
          action={t`Delete`}
          onConfirm={drop}
          onClose={() => setDialog(null)}
        >
          <Trans>Its posts that were not sent are deleted. The draft that they are copies of stays.</Trans>
        </Confirm>
      )}
      {dialog && dialog !== 'delete' && (
        <RepeatForm
          of={{ recurrence, from: dialog.from }}
          onSaved={() => {
            setDialog(null);
            onChanged();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Paper>
  );
}
