import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';

interface RecoveryCodesProps {
  codes: string[];
  onDone: () => void;
}

/** Shown once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <Stack>
    <Text size="sm">
      Keep these recovery codes where you find them without your phone. Each signs you in once in place of a code from
      the app. They are not shown again.
    </Text>
    <SimpleGrid
      component="ul"
      cols={2}
      spacing="xs"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label="Recovery codes"
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
            {copied ? 'Copied' : 'Copy all'}
          </Button>
        )}
      </CopyButton>
      <Button onClick={onDone}>I have kept them</Button>
    </Group>
  </Stack>
);
