import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { excerpt } from '../parts/excerpt.js';
import { keptDraft } from './kept-drafts.js';

interface OtherDraftsProps {
  slots: string[];
  onTake: (slot: string) => void;
}

/** At a time. */
const SHOWN = 5;

/** New posts that were begun in this browser and are open in no window. */
export function OtherDrafts({ slots, onTake }: OtherDraftsProps) {
  if (slots.length === 0) return null;
  return (
    <Alert color="blue" title={t`Also begun in this browser`} mb="md">
      <Stack gap="xs">
        {slots.slice(0, SHOWN).map((slot) => (
          <Group key={slot} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {excerpt(keptDraft(slot)?.content ?? '', 80) || t`A post without a text`}
            </Text>
            <Button size="xs" variant="default" flex="none" onClick={() => onTake(slot)}>
              <Trans>Continue</Trans>
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
