import groups from 'virtual:emoji';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { HistoryIcon } from '@primer/octicons-react';
import { useState } from 'react';
import classes from './emoji.module.css';
import { moveFocus } from './roving.js';
import { read, write } from './storage.js';

const RECENT = 'composer-emoji';
const MOST_RECENT = 16;
const MOST_FOUND = 96;

const USED_LAST = 'Used last';
const FOUND = 'Found';

/** The groups: Unicode's, and the picker's own. */
const GROUPS: Readonly<Record<string, MessageDescriptor>> = {
  [USED_LAST]: msg`Used last`,
  [FOUND]: msg`Found`,
  'Smileys & Emotion': msg`Smileys & Emotion`,
  'People & Body': msg`People & Body`,
  'Animals & Nature': msg`Animals & Nature`,
  'Food & Drink': msg`Food & Drink`,
  'Travel & Places': msg`Travel & Places`,
  Activities: msg`Activities`,
  Objects: msg`Objects`,
  Symbols: msg`Symbols`,
  Flags: msg`Flags`,
};

function groupName(name: string): string {
  const known = GROUPS[name];
  return known ? t(known) : name;
}

/** What people type for an emoji that Unicode names differently. */
const SYNONYMS: Readonly<Record<string, string>> = {
  angry: 'pouting',
  celebrate: 'party',
  cool: 'sunglasses',
  congrats: 'party',
  happy: 'smiling',
  hi: 'waving hand',
  idea: 'light bulb',
  launch: 'rocket',
  laugh: 'joy',
  like: 'thumbs up',
  lol: 'joy',
  love: 'heart',
  ok: 'ok hand',
  sad: 'crying',
  thanks: 'folded hands',
  yes: 'check mark',
};

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
}

/** All emoji of Unicode by group, with a search by name and those that were used last in this browser. */
export default function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [search, setSearch] = useState('');
  const [recent] = useState(recentlyUsed);
  const words = wordsOf(search);
  const found = groups
    .flatMap(({ emoji }) => emoji.filter(([, name]) => words.every((word) => name.includes(word))))
    .slice(0, MOST_FOUND);
  const all = recent.length > 0 ? [{ name: USED_LAST, emoji: recent }, ...groups] : groups;
  const [opened, setOpened] = useState(0);
  const isSearching = words.length > 0;
  const { name = '', emoji = [] } = isSearching ? { name: FOUND, emoji: found } : (all[opened] ?? {});
  const pick = (emoji: string) => {
    write(RECENT, [emoji, ...recent.map(([used]) => used).filter((used) => used !== emoji)].slice(0, MOST_RECENT));
    onPick(emoji);
  };
  return (
    <Stack gap={4}>
      <TextInput
        size="sm"
        type="search"
        aria-label={t`Search emoji`}
        placeholder={t`Search`}
        data-autofocus
        maxLength={60}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !found[0] || words.length === 0) return;
          event.preventDefault();
          pick(found[0][0]);
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in all browsers. */}
      <div role="group" aria-label={t`Kinds of emoji`} className={classes.emojiKinds} onKeyDown={moveFocus}>
        {all.map((group, index) => (
          <UnstyledButton
            key={group.name}
            className={classes.emojiKind}
            aria-label={groupName(group.name)}
            title={groupName(group.name)}
            aria-pressed={!isSearching && index === opened}
            tabIndex={index === opened ? 0 : -1}
            onClick={() => {
              setSearch('');
              setOpened(index);
            }}
          >
            {group.name === USED_LAST ? <HistoryIcon /> : group.emoji[0]?.[0]}
          </UnstyledButton>
        ))}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {emoji.length > 0 ? groupName(name) : t`No emoji has this name.`}
      </Text>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers. */}
      <div role="group" aria-label={t`Emoji`} className={classes.emojis} onKeyDown={moveFocus}>
        {emoji.map(([character, about], index) => (
          <button
            key={character}
            type="button"
            className={classes.emoji}
            aria-label={about}
            title={about}
            tabIndex={index === 0 ? 0 : -1}
            onClick={() => pick(character)}
          >
            {character}
          </button>
        ))}
      </div>
    </Stack>
  );
}

const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => (SYNONYMS[word] ?? word).split(' '))
    .filter(Boolean);

function recentlyUsed(): [emoji: string, name: string][] {
  const kept = read(RECENT);
  const used = Array.isArray(kept) ? kept : [];
  const all = new Map(groups.flatMap(({ emoji }) => emoji));
  return used.flatMap((emoji) => {
    const name = all.get(emoji);
    return name === undefined ? [] : [[emoji, name] as [string, string]];
  });
}
