import groups from 'virtual:emoji';
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { HistoryIcon } from '@primer/octicons-react';
import { useState } from 'react';
import classes from './emoji.module.css';
import { moveFocus } from './roving.js';
import { read, write } from './storage.js';

const RECENT = 'composer-emoji';
const MOST_RECENT = 16;
const MOST_FOUND = 96;

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
  const all = recent.length > 0 ? [{ name: 'Used last', emoji: recent }, ...groups] : groups;
  const [opened, setOpened] = useState(0);
  const isSearching = words.length > 0;
  const { name = '', emoji = [] } = isSearching ? { name: 'Found', emoji: found } : (all[opened] ?? {});
  const pick = (emoji: string) => {
    write(RECENT, [emoji, ...recent.map(([used]) => used).filter((used) => used !== emoji)].slice(0, MOST_RECENT));
    onPick(emoji);
  };
  return (
    <Stack gap={4}>
      <TextInput
        size="sm"
        type="search"
        aria-label="Search emoji"
        placeholder="Search"
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
      <div role="group" aria-label="Kinds of emoji" className={classes.emojiKinds} onKeyDown={moveFocus}>
        {all.map((group, index) => (
          <UnstyledButton
            key={group.name}
            className={classes.emojiKind}
            aria-label={group.name}
            title={group.name}
            aria-pressed={!isSearching && index === opened}
            tabIndex={index === opened ? 0 : -1}
            onClick={() => {
              setSearch('');
              setOpened(index);
            }}
          >
            {group.name === 'Used last' ? <HistoryIcon /> : group.emoji[0]?.[0]}
          </UnstyledButton>
        ))}
      </div>
      <Text size="xs" c="dimmed" role="status">
        {emoji.length > 0 ? name : 'No emoji has this name.'}
      </Text>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers. */}
      <div role="group" aria-label="Emoji" className={classes.emojis} onKeyDown={moveFocus}>
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
