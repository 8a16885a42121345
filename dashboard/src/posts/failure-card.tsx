import { Trans } from '@lingui/react/macro';
import { Button, Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { AlertFillIcon, ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Failure } from '../api/failure.js';
import type { graphql } from '../api/graphql.js';
import { ButtonLink } from '../parts/link.js';
import { useMay } from '../parts/may.js';
import { Time } from '../parts/time.js';
import { useRun } from '../parts/use-run.js';
import { type Cure, cureOf, type FailedPart, sentenceOf } from './cure.js';
import classes from './failure-card.module.css';
import { usePostActions } from './use-post-actions.js';

interface FailureCardProps {
  part: FailedPart & {
    id: string;
    error: FailedPart['error'] & {
      platformError: string | null;
      advice: string;
      failedAt: string;
      platformStatusCode: number | null;
    };
  };
  group: { id: string; allowedActions: readonly ReturnType<typeof graphql.scalar<'PostGroupAction'>>[] };
  /** Asks whether the post is live. */
  onLook: () => void;
  onChanged: () => void;
}

/** Why a post failed, in a sentence, with the one button that cures it. */
export function FailureCard({ part, group, onLook, onChanged }: FailureCardProps) {
  const mayConnect = useMay('MANAGE');
  const cure = cureOf(part, group.allowedActions);
  const isForOthers = !mayConnect && (cure?.kind === 'reconnect' || cure?.kind === 'connect');
  // Without access it fails again.
  const canRetry = part.allowedActions.includes('RETRY') && cure?.kind !== 'retry' && cure?.kind !== 'reconnect';
  const actions = usePostActions();
  const { running, run: attempt } = useRun();
  const run = async (action: () => Promise<Failure | null>) => {
    await attempt(action);
    onChanged();
  };
  const retry = () => run(() => actions.retryPart(part.id));
  return (
    <div role="alert" className={classes.card}>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Text c="var(--mantine-color-error)" lh={1.3} aria-hidden>
          <AlertFillIcon />
        </Text>
        <Stack gap="xs" flex={1} miw={0}>
          <Text size="sm" fw={500}>
            {sentenceOf(part)}
          </Text>
          <Group gap="xs">
            {isForOthers && (
              <Text size="sm">
                <Trans>Ask the owner or an admin to connect the account again.</Trans>
              </Text>
            )}
            {cure && !isForOthers && (
              <CureButton cure={cure} part={part} group={group} running={running} run={run} onLook={onLook} />
            )}
            {canRetry && (
              <Button size="xs" variant="subtle" color="gray" c="dimmed" disabled={running} onClick={retry}>
                <Trans>Retry anyway</Trans>
              </Button>
            )}
          </Group>
          <Details error={part.error} />
        </Stack>
      </Group>
    </div>
  );
}

interface CureButtonProps extends Pick<FailureCardProps, 'part' | 'group' | 'onLook'> {
  cure: Cure;
  running: boolean;
  run: (action: () => Promise<Failure | null>) => void;
}

function CureButton({ cure, part, group, running, run, onLook }: CureButtonProps) {
  const actions = usePostActions();
  const navigate = useNavigate();
  const { label } = cure;
  const returnTo = `/posts/${group.id}`;
  if (cure.kind === 'reconnect' || cure.kind === 'connect') {
    return (
      <ButtonLink size="xs" to="/accounts" search={{ reconnect: part.platformId, returnTo }}>
        {label}
      </ButtonLink>
    );
  }
  if (cure.kind === 'plan') {
    return (
      <ButtonLink size="xs" to="/usage">
        {label}
      </ButtonLink>
    );
  }
  const edit = async (by: 'edit' | 'unschedule' | 'duplicate'): Promise<Failure | null> => {
    const { id, failure } =
      by === 'duplicate'
        ? await actions.duplicate(group.id)
        : { id: group.id, failure: by === 'unschedule' ? await actions.unschedule(group.id) : null };
    if (!failure && id) {
      await navigate({
        to: '/compose/$postGroupId',
        params: { postGroupId: id },
        search: { target: part.platformId },
      });
    }
    return failure;
  };
  const act = () => {
    if (cure.kind === 'look') onLook();
    else if (cure.kind === 'retry') run(() => actions.retryPart(part.id));
    else run(() => edit(cure.by));
  };
  return (
    <Button size="xs" loading={running} onClick={act}>
      {label}
    </Button>
  );
}

/** The platform's response as it was, for support. */
function Details({ error }: { error: FailureCardProps['part']['error'] }) {
  const [isOpen, setOpen] = useState(false);
  const { code, message, advice, failedAt, platformError, platformStatusCode } = error;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Trans>
          <Chevron size={12} /> Details
        </Trans>
      </UnstyledButton>
      {isOpen && (
        <Stack gap={4}>
          <Text size="sm">{message}</Text>
          <Text size="sm">{advice}</Text>
          {platformError && (
            <Code block className={classes.raw}>
              {platformError}
            </Code>
          )}
          <Text size="xs" c="dimmed">
            <Code>{code}</Code>
            {platformStatusCode !== null && ` · HTTP ${platformStatusCode}`} · <Time at={failedAt} seconds />
          </Text>
        </Stack>
      )}
    </>
  );
}
