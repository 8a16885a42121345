import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { ADD_REACTION, REMOVE_REACTION, type ReactionType } from './network.operations.js';
import type { PostProps } from './post-props.js';

/** As members see them. */
const REACTIONS: Record<ReactionType, string> = {
  LIKE: 'Like',
  PRAISE: 'Celebrate',
  APPRECIATION: 'Support',
  EMPATHY: 'Love',
  INTEREST: 'Insightful',
  ENTERTAINMENT: 'Funny',
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
    showDone(`Reacted with “${REACTIONS[reactionType]}”`);
  };
  const takeBack = async () => {
    const failure = failureOf(await remove({ input: post }));
    if (failure) return showFailure(failure);
    setGiven(null);
    showDone('Reaction taken back');
  };
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        React
      </Title>
      <Text size="sm" c="dimmed">
        One reaction per account: another one replaces it. The platform does not say which you have given.
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
            {REACTIONS[type]}
          </Button>
        ))}
        <Button size="xs" variant="subtle" disabled={busy} onClick={takeBack}>
          Take it back
        </Button>
      </Group>
    </Stack>
  );
}
