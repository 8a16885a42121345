import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';

/** Texts beside that of the post. */
const MOST = 20;

interface TextsFieldProps {
  texts: readonly string[];
  onChange: (texts: readonly string[]) => void;
}

/** Texts that take turns with that of the post. */
export function TextsField({ texts, onChange }: TextsFieldProps) {
  return (
    <Stack gap="xs" component="fieldset" p={0} m={0} style={{ border: 'none' }}>
      <Text component="legend" size="sm" fw={500} p={0}>
        <Trans>Other texts, in turn</Trans>
      </Text>
      {texts.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Without one, every post has the same text: platforms may refuse it.</Trans>
        </Text>
      )}
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name, and do not change places.
        <Group key={index} align="flex-start" gap="xs" wrap="nowrap">
          <Textarea
            flex={1}
            aria-label={t`Text ${index + 2}`}
            autosize
            minRows={2}
            maxRows={8}
            required
            value={text}
            onChange={({ currentTarget: { value } }) => onChange(texts.with(index, value))}
          />
          <Button
            size="xs"
            variant="default"
            aria-label={t`Remove text ${index + 2}`}
            onClick={() => onChange(texts.filter((_, other) => other !== index))}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ))}
      {texts.length < MOST && (
        <Group>
          <Button size="xs" variant="default" leftSection={<PlusIcon />} onClick={() => onChange([...texts, ''])}>
            <Trans>Add a text</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
