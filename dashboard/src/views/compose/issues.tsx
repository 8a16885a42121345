import { Box, Group, List, Text } from '@mantine/core';
import { AlertIcon, InfoIcon } from '@primer/octicons-react';
import type { Issue } from './compose.operations.js';

/** Problems, beside the field that they concern, with suggestions. */
export function Issues({ issues, label }: { issues: Issue[]; label: string }) {
  return (
    <Box aria-live="polite">
      {issues.length > 0 && (
        <List listStyleType="none" spacing={4} aria-label={label} size="sm">
          {issues.map(({ code, field, message, platform, severity, suggestions }) => {
            const isError = severity === 'ERROR';
            const Icon = isError ? AlertIcon : InfoIcon;
            return (
              <List.Item key={`${code} ${field} ${platform} ${message}`}>
                <Group gap={6} wrap="nowrap" align="flex-start">
                  <Text span c={isError ? 'var(--mantine-color-error)' : 'dimmed'} lh={1.4}>
                    <Icon aria-label={isError ? 'Problem' : 'Note'} size={14} />
                  </Text>
                  <Text size="sm" c={isError ? 'var(--mantine-color-error)' : 'dimmed'}>
                    {[message, ...(suggestions ?? [])].map(asSentence).join(' ')}
                  </Text>
                </Group>
              </List.Item>
            );
          })}
        </List>
      )}
    </Box>
  );
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const FILE_FIELDS = /^(media|image|video|altText)/;

/** Where an issue is shown. */
type Place = 'text' | 'settings' | 'files';

export const placeOf = ({ field }: Issue): Place =>
  FILE_FIELDS.test(field) ? 'files' : field === 'settings' || field === 'title' ? 'settings' : 'text';
