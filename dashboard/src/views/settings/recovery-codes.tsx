import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** Shown once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <Stack>
    <Text size="sm">
      <Trans>
        Keep these recovery codes where you find them without your phone. Each signs you in once in place of a code from
        the app. They are not shown again.
      </Trans>
    </Text>
    <SimpleGrid
      component="ul"
      cols={2}
      spacing="xs"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={t`Recovery codes`}
    >
      {codes.map((code) => (
        <li key={code}>
          <Code fz="sm">{code}</Code>
        </li>
      ))}
    </SimpleGrid>
    <Group>
      <CopyButton value={codes.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t`Copied` : t`Copy all`}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onDone}>
        <Trans>I have kept them</Trans>
      </Button>
    </Group>
  </Stack>
);
