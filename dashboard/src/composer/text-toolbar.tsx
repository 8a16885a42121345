import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core';
import { ImageIcon, LinkIcon, MentionIcon, NoteIcon, PlusIcon, SmileyIcon } from '@primer/octicons-react';
import { lazy, memo, type ReactNode, type Ref, type RefObject, Suspense, useState } from 'react';
import { Loading } from '../parts/loading.js';
import { SnippetForm } from '../snippets/snippet-form.js';
import type { TextHandle } from './parts-editor.js';

const EmojiPicker = lazy(() => import('./emoji-picker.js'));
const SnippetPicker = lazy(() => import('./snippet-picker.js'));

interface TextToolbarProps {
  text: RefObject<TextHandle | null>;
  onAddFiles: () => void;
}

/** What can be put into the text. */
export const TextToolbar = memo(function TextToolbar({ text, onAddFiles }: TextToolbarProps) {
  const [open, setOpen] = useState<'emoji' | 'link' | 'snippets' | null>(null);
  /** What becomes a snippet. */
  const [saving, setSaving] = useState<string | null>(null);
  const selected = open === 'snippets' ? (text.current?.selected() ?? '') : '';
  const insert = (piece: string) => {
    setOpen(null);
    text.current?.insert(piece);
  };
  return (
    <Group gap={2} role="group" aria-label={t`Add to the text`}>
      <Popover
        opened={open === 'emoji'}
        onChange={(isOpen) => !isOpen && setOpen(null)}
        trapFocus
        position="bottom-start"
      >
        <Popover.Target>
          <Tool label={t`Emoji`} isOpen={open === 'emoji'} onClick={() => setOpen(open === 'emoji' ? null : 'emoji')}>
            <SmileyIcon />
          </Tool>
        </Popover.Target>
        <Popover.Dropdown p="xs" w={318} aria-label={t`Emoji`}>
          <Suspense fallback={<Loading />}>
            <EmojiPicker onPick={insert} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Tool label={t`Add images or a video`} onClick={onAddFiles}>
        <ImageIcon />
      </Tool>
      <Tool label={t`Mention`} onClick={() => insert('@')}>
        <MentionIcon />
      </Tool>
      <Popover
        opened={open === 'link'}
        onChange={(isOpen) => !isOpen && setOpen(null)}
        trapFocus
        position="bottom-start"
      >
        <Popover.Target>
          <Tool label={t`Link`} isOpen={open === 'link'} onClick={() => setOpen(open === 'link' ? null : 'link')}>
            <LinkIcon />
          </Tool>
        </Popover.Target>
        <Popover.Dropdown aria-label={t`Link`}>
          <LinkForm onAdd={insert} />
        </Popover.Dropdown>
      </Popover>
      <Popover
        opened={open === 'snippets'}
        onChange={(isOpen) => !isOpen && setOpen(null)}
        trapFocus
        position="bottom-start"
      >
        <Popover.Target>
          <Tool
            label={t`Snippets`}
            isOpen={open === 'snippets'}
            onClick={() => setOpen(open === 'snippets' ? null : 'snippets')}
          >
            <NoteIcon />
          </Tool>
        </Popover.Target>
        <Popover.Dropdown p="xs" w="min(22rem, calc(100vw - 1rem))" aria-label={t`Snippets`}>
          <Suspense fallback={<Loading />}>
            <SnippetPicker
              onPick={insert}
              onSave={
                selected.trim()
                  ? () => {
                      setOpen(null);
                      setSaving(selected);
                    }
                  : null
              }
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {saving !== null && (
        <SnippetForm
          text={saving}
          onClose={() => {
            setSaving(null);
            text.current?.focus();
          }}
        />
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<PlusIcon />}
        onClick={() => text.current?.addPart()}
      >
        <Trans>Part</Trans>
      </Button>
    </Group>
  );
});

interface ToolProps {
  label: string;
  isOpen?: boolean;
  onClick: () => void;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

const Tool = ({ label, isOpen, ...rest }: ToolProps) => (
  <ActionIcon
    {...rest}
    size="lg"
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    aria-expanded={isOpen}
    // The cursor stays where it is in the text.
    onMouseDown={(event) => event.preventDefault()}
  />
);

function LinkForm({ onAdd }: { onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('');
  const full = /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
  const isValid = URL.canParse(full) && /\S\.\S|localhost/.test(full);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onAdd(new URL(full).href);
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t`Address`}
          placeholder="example.com/page"
          maxLength={2048}
          data-autofocus
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" disabled={!isValid}>
          <Trans>Add</Trans>
        </Button>
      </Group>
    </form>
  );
}
