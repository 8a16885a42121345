import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { Account } from '../parts/accounts.js';
import { nameOf } from './account-chip.js';
import type { Issue, Preview } from './compose.operations.js';
import { Counts } from './counts.js';
import { tooLong } from './draft.js';
import { Issues } from './issues.js';
import { OwnComment } from './own-comment.js';
import { PartsEditor, type TextHandle } from './parts-editor.js';
import classes from './text.module.css';
import { excessOf } from './text-parts.js';
import { TEXT_PANEL, TextTabs } from './text-tabs.js';
import { TextToolbar } from './text-toolbar.js';
import type { DraftState } from './use-draft.js';

interface TextEditorProps extends Pick<DraftState, 'draft' | 'change'> {
  /** The chosen ones. */
  accounts: Account[];
  /** The platform id of the account whose text is shown first. */
  opened: string | undefined;
  previews: Preview[];
  issues: Issue[];
  error: string | null;
  text: RefObject<TextHandle | null>;
  onAddFiles: () => void;
}

/** The text of all accounts, and in its place the texts of single ones: a tab each. */
export function TextEditor({
  draft,
  change,
  accounts,
  opened,
  previews,
  issues,
  error,
  text,
  onAddFiles,
}: TextEditorProps) {
  const { content, overrides } = draft;
  const [wanted, setWanted] = useState<string | null>(opened ?? null);
  const account = accounts.length > 1 ? accounts.find(({ platformId }) => platformId === wanted) : undefined;
  const active = account?.platformId ?? null;
  const own = useMemo(() => Object.keys(overrides), [overrides]);
  const isOwn = active !== null && overrides[active] !== undefined;
  const value = active === null ? content : (overrides[active] ?? content);
  const write = (written: string) =>
    change((before) =>
      active === null ? { content: written } : { overrides: { ...before.overrides, [active]: written } },
    );
  const clear = () =>
    change((before) => ({
      overrides: Object.fromEntries(Object.entries(before.overrides).filter(([other]) => other !== active)),
    }));
  const shown = useMemo(() => {
    const isShown = ({ platformIds }: { platformIds: readonly string[] | null }) =>
      isOwn ? (platformIds?.includes(active ?? '') ?? false) : !platformIds?.some((id) => own.includes(id));
    return {
      previews: previews.filter(isShown),
      issues: active === null || isOwn ? issues.filter(isShown) : NONE,
      others: active === null ? issues.filter((issue) => !isShown(issue)) : NONE,
    };
  }, [previews, issues, active, isOwn, own]);
  const latest = useRef(value);
  latest.current = value;
  const shorten = useCallback(
    ({ code, platform }: Issue) => {
      if (!TOO_LONG.has(code)) return null;
      const of = shown.previews.find((preview) => preview.platform === platform);
      const excess = Math.max(0, ...(of?.parts.map(({ length, limit }) => length - limit) ?? []));
      const run = () => text.current?.select(excessOf(latest.current, excess));
      return excess > 0 ? { label: t`Shorten`, run } : null;
    },
    [shown, text],
  );
  const name = account && nameOf(account);
  return (
    <Stack gap={0} className={classes.editorCard}>
      <TextTabs accounts={accounts} own={own} active={active} onOpen={setWanted} />
      <div
        id={TEXT_PANEL}
        className={classes.textPanel}
        {...(accounts.length > 1 && { role: 'tabpanel', 'aria-label': name ?? t`All accounts` })}
      >
        <PartsEditor
          key={active}
          label={name ? t`Text for ${name}` : t`Text`}
          placeholder={t`Write your post`}
          value={value}
          isInvalid={(tooLong(value) ?? error) !== null}
          onChange={write}
          handle={text}
        />
        {account && (
          <Text size="xs" c="dimmed">
            {isOwn ? (
              <Button size="compact-xs" variant="subtle" onClick={clear}>
                <Trans>Use the common text for {name}</Trans>
              </Button>
            ) : (
              t`The same text as for all. Type to change it for ${nameOf(account)} only.`
            )}
          </Text>
        )}
        {account && <OwnComment key={account.platformId} account={account} draft={draft} change={change} />}
      </div>
      <Group justify="space-between" gap="xs" className={classes.toolbar}>
        <TextToolbar text={text} onAddFiles={onAddFiles} />
        <Counts previews={shown.previews} />
      </Group>
      <div className={classes.notes}>
        {(tooLong(value) ?? error) && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {tooLong(value) ?? error}
          </Text>
        )}
        <Issues
          label={name ? t`About the text for ${name}` : t`About the text`}
          issues={shown.issues}
          fixOf={shorten}
        />
        {shown.others.length > 0 && (
          <Group gap="xs">
            {[...new Set(shown.others.flatMap(({ platformIds }) => platformIds ?? []))].map((platformId) => (
              <Button key={platformId} size="compact-xs" variant="default" onClick={() => setWanted(platformId)}>
                <Trans>Show the problem of {nameById(accounts, platformId)}</Trans>
              </Button>
            ))}
          </Group>
        )}
      </div>
    </Stack>
  );
}

const NONE: Issue[] = [];
const TOO_LONG: ReadonlySet<string> = new Set(['CONTENT_TOO_LONG', 'THREAD_PART_TOO_LONG']);

function nameById(accounts: Account[], id: string): string {
  const account = accounts.find(({ platformId }) => platformId === id);
  return account ? nameOf(account) : id;
}
