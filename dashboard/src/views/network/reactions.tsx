import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { ADD_REACTION, REMOVE_REACTION, type ReactionType } from './network.operations.js';
import type { PostProps } from './post-props.js';

/** As members see them. */
const REACTIONS: Record<ReactionType, MessageDescriptor> = {
  LIKE: msg({ message: 'Like', context: 'reaction' }),
  PRAISE: msg({ message: 'Celebrate', context: 'reaction' }),
  APPRECIATION: msg({ message: 'Support', context: 'reaction' }),
  EMPATHY: msg({ message: 'Love', context: 'reaction' }),
  INTEREST: msg({ message: 'Insightful', context: 'reaction' }),
  ENTERTAINMENT: msg({ message: 'Funny', context: 'reaction' }),
};
const TYPES = Object.keys(REACTIONS) as ReactionType[];

/** An account has at most one reaction to a post. */
export function Reactions(post: PostProps) {
  const [adding, add] = useMutation(ADD_REACTION);
  const [removing, remove] = useMutation(REMOVE_REACTION);
  /** The one given here: the platform does not say which there is. */
  const [given, setGiven] = useState<ReactionType | null>(null);
  const busy = adding.fetching || removing.fetching;
  const react = async (reactionType: ReactionType) => {
    const failure = failureOf(await add({ input: { ...post, reactionType } }));
    if (failure) return showFailure(failure);
    setGiven(reactionType);
    showDone(t`Reacted with “${t(REACTIONS[reactionType])}”`);
  };
  const takeBack = async () => {
    const failure = failureOf(await remove({ input: post }));
    if (failure) return showFailure(failure);
    setGiven(null);
    showDone(t`Reaction taken back`);
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>React</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          One reaction per account: another one replaces it. The platform does not say which you have given.
        </Trans>
      </Text>
      <Group gap="xs">
        {TYPES.map((type) => (
          <Button
            key={type}
            size="xs"
            variant={type === given ? 'filled' : 'default'}
            aria-pressed={type === given}
            disabled={busy}
            onClick={() => react(type)}
          >
            {t(REACTIONS[type])}
          </Button>
        ))}
        <Button size="xs" variant="subtle" disabled={busy} onClick={takeBack}>
          <Trans>Take it back</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
