import { t } from '@lingui/core/macro';
import { CloseButton } from '@mantine/core';
import { type KeyboardEvent, memo, type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import classes from './text.module.css';
import { type Excess, joinParts, partsOf } from './text-parts.js';

/** What the toolbar and the suggestions do with the text. */
export interface TextHandle {
  focus: () => void;
  /** What is selected; if nothing is, the text of the part with the cursor. */
  selected: () => string;
  /** Writes at the cursor. */
  insert: (text: string) => void;
  /** Begins another part of the thread at the cursor. */
  addPart: () => void;
  /** Selects what is too long. */
  select: (excess: Excess) => void;
}

interface PartsEditorProps {
  label: string;
  placeholder: string;
  value: string;
  isInvalid: boolean;
  onChange: (text: string) => void;
  handle: Ref<TextHandle>;
}

/** A text; one with marks is a thread, whose parts are fields with a line between them. */
export function PartsEditor({ label, placeholder, value, isInvalid, onChange, handle }: PartsEditorProps) {
  const parts = partsOf(value);
  const root = useRef<HTMLDivElement>(null);
  const active = useRef(0);
  const latest = useRef({ parts, onChange });
  latest.current = { parts, onChange };
  /** Where the cursor is once the parts are rendered. */
  const cursor = useRef<{ part: number; at: number } | null>(null);
  const fieldOf = useCallback((part: number) => root.current?.querySelectorAll('textarea')[part] ?? null, []);
  const setParts = useCallback((changed: string[], to?: { part: number; at: number }) => {
    cursor.current = to ?? null;
    latest.current.onChange(joinParts(changed));
  }, []);
  useLayoutEffect(() => {
    if (!cursor.current) return;
    const { part, at } = cursor.current;
    cursor.current = null;
    const field = fieldOf(part);
    field?.focus();
    field?.setSelectionRange(at, at);
  });

  const write = useCallback(
    (part: number, text: string) => {
      const written = partsOf(text);
      const changed = latest.current.parts.toSpliced(part, 1, ...written);
      // A mark was typed or pasted: one writes on behind it.
      const last = part + written.length - 1;
      setParts(changed, written.length > 1 ? { part: last, at: written.at(-1)?.length ?? 0 } : undefined);
    },
    [setParts],
  );
  const merge = useCallback(
    (part: number) => {
      const { parts: before } = latest.current;
      const [first = '', second = ''] = before.slice(part - 1, part + 1);
      setParts(before.toSpliced(part - 1, 2, first + second), { part: part - 1, at: first.length });
    },
    [setParts],
  );
  const remove = useCallback(
    (part: number) => setParts(latest.current.parts.toSpliced(part, 1), { part: Math.max(0, part - 1), at: 0 }),
    [setParts],
  );
  const focus = useCallback((part: number) => {
    active.current = part;
  }, []);

  useImperativeHandle(handle, () => {
    const field = () => fieldOf(Math.min(active.current, latest.current.parts.length - 1));
    return {
      focus: () => field()?.focus(),
      selected() {
        const { value = '', selectionStart = 0, selectionEnd = 0 } = field() ?? {};
        return value.slice(selectionStart, selectionEnd) || value;
      },
      insert(text) {
        field()?.focus();
        // Deprecated, and the only way that keeps the browser's undo.
        document.execCommand('insertText', false, text);
      },
      addPart() {
        const at = field()?.selectionStart ?? 0;
        const part = Math.min(active.current, latest.current.parts.length - 1);
        const text = latest.current.parts[part] ?? '';
        const pieces = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
        setParts(latest.current.parts.toSpliced(part, 1, ...pieces), { part: part + 1, at: 0 });
      },
      select({ part, from }) {
        const found = fieldOf(part);
        found?.focus();
        found?.setSelectionRange(from, found.value.length);
      },
    };
  }, [fieldOf, setParts]);

  return (
    <div ref={root}>
      {parts.map((text, part) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is what is at this position.
          key={part}
          part={part}
          label={part === 0 ? label : t`${label}, part ${part + 1}`}
          placeholder={part === 0 ? placeholder : t`Next part of the thread`}
          text={text}
          isInvalid={isInvalid}
          onWrite={write}
          onMerge={merge}
          onRemove={remove}
          onFocus={focus}
        />
      ))}
    </div>
  );
}

interface PartProps {
  part: number;
  label: string;
  placeholder: string;
  text: string;
  isInvalid: boolean;
  onWrite: (part: number, text: string) => void;
  onMerge: (part: number) => void;
  onRemove: (part: number) => void;
  onFocus: (part: number) => void;
}

const Part = memo(function Part(props: PartProps) {
  const { part, label, placeholder, text, isInvalid, onWrite, onMerge, onRemove, onFocus } = props;
  const isFollowing = part > 0;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isFollowing || event.key !== 'Backspace' || event.currentTarget.selectionEnd !== 0) return;
    // The key would act on the part before, which gets the focus.
    event.preventDefault();
    onMerge(part);
  };
  return (
    <div className={classes.part} data-following={isFollowing || undefined}>
      <textarea
        className={classes.text}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        placeholder={placeholder}
        rows={isFollowing ? 2 : 5}
        value={text}
        onChange={({ currentTarget }) => onWrite(part, currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => onFocus(part)}
      />
      {isFollowing && <CloseButton size="md" aria-label={t`Remove part ${part + 1}`} onClick={() => onRemove(part)} />}
    </div>
  );
});
