import { Button, Group, Menu, Stack, Textarea } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { Ref } from 'react';
import type { Account } from '../../parts/accounts.js';
import { platformName } from '../../parts/platform.js';
import type { Issue, Preview } from './compose.operations.js';
import { Counts } from './counts.js';
import { tooLong } from './draft.js';
import { Issues } from './issues.js';
import type { DraftState } from './use-draft.js';

interface TextFieldsProps extends Pick<DraftState, 'draft' | 'change'> {
  /** The chosen ones. */
  accounts: Account[];
  previews: Preview[];
  issues: Issue[];
  error: string | null;
  textRef: Ref<HTMLTextAreaElement>;
}

/** The text, and those of single accounts in its place. */
export function TextFields({ draft, change, accounts, previews, issues, error, textRef }: TextFieldsProps) {
  const { content, overrides } = draft;
  const setOwn = (platformId: string, text: string) =>
    change((before) => ({ overrides: { ...before.overrides, [platformId]: text } }));
  const clearOwn = (platformId: string) =>
    change((before) => ({
      overrides: Object.fromEntries(Object.entries(before.overrides).filter(([other]) => other !== platformId)),
    }));
  const own = accounts.filter(({ platformId }) => overrides[platformId] !== undefined);
  const others = accounts.filter(({ platformId }) => overrides[platformId] === undefined);
  const isOf = (platformId: string) => (about: { platformIds: readonly string[] | null }) =>
    about.platformIds?.includes(platformId);
  const isOfAll = ({ platformIds }: { platformIds: readonly string[] | null }) => platformIds === null;
  return (
    <Stack gap="xs">
      <Textarea
        label="Text"
        ref={textRef}
        autosize
        minRows={4}
        maxRows={16}
        value={content}
        error={tooLong(content) ?? error}
        onChange={({ currentTarget }) => change({ content: currentTarget.value })}
      />
      <Counts previews={previews.filter(isOfAll)} />
      <Issues label="About the text" issues={issues.filter(isOfAll)} />
      {own.map((account) => {
        const { platformId } = account;
        return (
          <Stack key={platformId} gap={4}>
            <Textarea
              label={`Text for ${nameOf(account)}`}
              autosize
              minRows={2}
              maxRows={12}
              value={overrides[platformId]}
              error={tooLong(overrides[platformId] ?? '')}
              onChange={({ currentTarget }) => setOwn(platformId, currentTarget.value)}
            />
            <Group justify="space-between">
              <Counts previews={previews.filter(isOf(platformId))} />
              <Button size="compact-xs" variant="subtle" onClick={() => clearOwn(platformId)}>
                Use the common text for {nameOf(account)}
              </Button>
            </Group>
            <Issues label={`About the text for ${nameOf(account)}`} issues={issues.filter(isOf(platformId))} />
          </Stack>
        );
      })}
      {others.length > 0 && accounts.length > 1 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<PlusIcon />} style={{ alignSelf: 'flex-start' }}>
              Customize for an account
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {others.map((account) => (
              <Menu.Item key={account.platformId} onClick={() => setOwn(account.platformId, content)}>
                {nameOf(account)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stack>
  );
}

const nameOf = ({ platform, username }: Account): string => `${platformName(platform ?? '')} @${username}`;
