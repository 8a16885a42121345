import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Combobox, Group, Stack, Textarea, useCombobox } from '@mantine/core';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useViewer } from '../../shell/viewer.js';
import type { Person } from './comments.operations.js';
import { matching, mentionedIn, type Typed, typedMention } from './mentions.js';

const MAX_BODY = 2_000;

interface CommentFieldProps {
  label: string;
  placeholder?: string;
  /** What the button does. */
  action: string;
  initial?: string;
  people: readonly Person[];
  /** Whether it was sent. */
  onSend: (comment: { body: string; mentions: string[] }) => Promise<boolean>;
  /** Without one, the field stays. */
  onCancel?: () => void;
}

/** Writes a comment. After an @, it proposes the people who can be mentioned. */
export function CommentField({ label, placeholder, action, initial = '', people, ...on }: CommentFieldProps) {
  const [body, setBody] = useState(initial);
  const [isSending, setSending] = useState(false);
  const [typed, setTyped] = useState<Typed | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the cursor is once the text is rendered. */
  const cursor = useRef<number | null>(null);
  const combobox = useCombobox();
  const { person } = useViewer();
  // Nobody mentions themselves.
  const others = people.filter(({ memberId }) => memberId !== person?.memberId);
  const proposed = typed ? matching(others, typed) : [];
  const isProposing = proposed.length > 0;
  const { openDropdown, closeDropdown, selectFirstOption } = combobox;
  const shown = proposed.map(({ memberId }) => memberId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new list, once it is on the page
  useEffect(() => {
    if (shown === '') return closeDropdown();
    openDropdown();
    const timer = setTimeout(() => selectFirstOption());
    return () => clearTimeout(timer);
  }, [shown]);
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  // One that was opened by a button.
  const isOpened = on.onCancel !== undefined;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);

  const look = ({ value, selectionStart }: HTMLTextAreaElement) =>
    setTyped(typedMention(value.slice(0, selectionStart)));
  const mention = (memberId: string) => {
    const person = people.find((one) => one.memberId === memberId);
    if (!person || !typed) return;
    const written = `${body.slice(0, typed.from)}@${person.name} `;
    cursor.current = written.length;
    setBody(written + body.slice(typed.from + 1 + typed.name.length));
    setTyped(null);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() === '' || isSending) return field.current?.focus();
    setSending(true);
    const isSent = await on.onSend({ body, mentions: mentionedIn(body, people) });
    setSending(false);
    if (!isSent) return;
    // What was typed meanwhile stays.
    setBody((now) => (now === body ? '' : now));
    on.onCancel?.();
  };
  return (
    <Stack component="form" gap="xs" onSubmit={send}>
      <Combobox
        store={combobox}
        onOptionSubmit={mention}
        shadow="md"
        position="bottom-start"
        width={240}
        withinPortal={false}
      >
        <Combobox.Target withKeyboardNavigation={isProposing}>
          <Textarea
            ref={field}
            aria-label={label}
            aria-autocomplete="list"
            placeholder={placeholder}
            autosize
            minRows={1}
            maxRows={10}
            maxLength={MAX_BODY}
            value={body}
            onChange={({ currentTarget }) => {
              setBody(currentTarget.value);
              look(currentTarget);
            }}
            onClick={({ currentTarget }) => look(currentTarget)}
            onKeyUp={({ key, currentTarget }) => key.startsWith('Arrow') && !isProposing && look(currentTarget)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setTyped(null);
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
            }}
            onBlur={() => setTyped(null)}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isProposing}>
          <Combobox.Options aria-label={t`People`}>
            {proposed.map(({ memberId, name }) => (
              <Combobox.Option key={memberId} value={memberId}>
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group gap="xs">
        <Button type="submit" size="xs" variant="default" loading={isSending}>
          {action}
        </Button>
        {on.onCancel && (
          <Button size="xs" variant="subtle" onClick={on.onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  );
}
