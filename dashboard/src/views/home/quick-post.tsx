import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper, Text, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useViewer } from '../../shell/viewer.js';
import classes from './home.module.css';

/** A text with which the composer opens. Accounts, files and the time are chosen there. */
export function QuickPost({ platformIds }: { platformIds: string[] }) {
  const { id } = useViewer();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [hasNoRoom, setHasNoRoom] = useState(false);
  const isEmpty = text.trim() === '';
  const go = async () => {
    if (isEmpty) return;
    // The composer is large, and most visits of this page do without.
    const { beginPost } = await import('../../composer/begin-post.js');
    if (beginPost(id, text, platformIds)) await navigate({ to: '/compose' });
    else setHasNoRoom(true);
  };
  return (
    <Paper component="section" withBorder aria-label={t`Quick post`} className={classes.quick}>
      <Textarea
        aria-label={t`Text of a new post`}
        placeholder={t`What would you like to say?`}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={hasNoRoom && t`This browser has no room for the text. Copy it, and start with “New post”.`}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', () => void go()]])}
      />
      <div className={classes.quickFoot}>
        <Text size="xs" c="dimmed">
          <Trans>Accounts, files and the time come next.</Trans>
        </Text>
        <Button size="xs" variant="default" disabled={isEmpty} onClick={go}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </Paper>
  );
}
