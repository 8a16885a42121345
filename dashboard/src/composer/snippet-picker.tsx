import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { excerpt } from '../parts/excerpt.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { PageLink } from '../parts/link.js';
import { Loading } from '../parts/loading.js';
import { FILLED_SNIPPET, SNIPPETS, type Snippet } from '../snippets/snippets.operations.js';
import { moveFocus } from './roving.js';
import classes from './snippets.module.css';

/** Snippets that are offered; the others are found by their name or text. */
const OFFERED = 20;
/** The pause after the last key before the search starts. */
const TYPING_MS = 200;

interface SnippetPickerProps {
  onPick: (text: string) => void;
  /** Saves a part of the post as a snippet; null: it has no text. */
  onSave: (() => void) | null;
}

/** The snippets of the account, with a search. For one with placeholders, it asks for their values. */
export default function SnippetPicker({ onPick, onSave }: SnippetPickerProps) {
  const [chosen, setChosen] = useState<Snippet | null>(null);
  if (chosen) return <Fill snippet={chosen} onFilled={onPick} onBack={() => setChosen(null)} />;
  const pick = (snippet: Snippet) => (snippet.placeholders.length > 0 ? setChosen(snippet) : onPick(snippet.text));
  return <Search onPick={pick} onSave={onSave} />;
}

interface SearchProps {
  onPick: (snippet: Snippet) => void;
  onSave: (() => void) | null;
}

function Search({ onPick, onSave }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const [{ data, ...state }, retry] = useQuery({
    query: SNIPPETS,
    variables: { first: OFFERED, after: null, filter: { text } },
  });
  const failure = failureOf(state);
  const found = data?.snippets?.edges.map(({ node }) => node);
  const isFound = !state.fetching && text === typed;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Stack gap="xs">
      <TextInput
        ref={field}
        size="sm"
        type="search"
        aria-label={t`Search snippets`}
        placeholder={t`Search`}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found ?? [];
          if (event.key !== 'Enter' || !first || !isFound) return;
          event.preventDefault();
          onPick(first);
        }}
      />
      {failure && <FailureNotice failure={failure} onRetry={() => retry({ requestPolicy: 'network-only' })} />}
      {!found && !failure && <Loading />}
      {found?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {text
            ? t`No snippet has this text.`
            : t`No snippets yet. Save a text that you use again, or a set of hashtags.`}
        </Text>
      )}
      {found && found.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
        <div role="group" aria-label={t`Snippets`} className={classes.snippets} onKeyDown={moveFocus}>
          {found.map((snippet, index) => (
            <UnstyledButton
              key={snippet.id}
              className={classes.snippet}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => onPick(snippet)}
            >
              <Text size="sm" truncate>
                {snippet.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {excerpt(snippet.text)}
              </Text>
            </UnstyledButton>
          ))}
        </div>
      )}
      <Group justify="space-between" gap="xs">
        <Button size="compact-sm" variant="default" disabled={!onSave} onClick={() => onSave?.()}>
          <Trans>Save as a snippet</Trans>
        </Button>
        <PageLink to="/snippets" size="sm">
          <Trans>All snippets</Trans>
        </PageLink>
      </Group>
    </Stack>
  );
}

interface FillProps {
  snippet: Snippet;
  onFilled: (text: string) => void;
  onBack: () => void;
}

/** Asks for the values of the placeholders. */
function Fill({ snippet: { id: snippetId, name, placeholders }, onFilled, onBack }: FillProps) {
  const client = useClient();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    const given = placeholders.map((placeholder) => ({ name: placeholder, value: values[placeholder] ?? '' }));
    // The snippet may have changed since.
    const options = { requestPolicy: 'network-only' } as const;
    const result = await client.query(FILLED_SNIPPET, { snippetId, values: given }, options).toPromise();
    setSending(false);
    setFailure(failureOf(result));
    const text = result.data?.filledSnippet;
    if (text != null) onFilled(text);
  };
  return (
    <form ref={form} onSubmit={submit} aria-label={name}>
      <Stack gap="xs">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {failure && <FailureNotice failure={failure} />}
        <Stack gap="xs" className={classes.snippets}>
          {placeholders.map((placeholder) => (
            <TextInput
              key={placeholder}
              size="sm"
              label={placeholder}
              maxLength={1_000}
              value={values[placeholder] ?? ''}
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [placeholder]: value }))}
            />
          ))}
        </Stack>
        <Group justify="space-between" gap="xs">
          <Button size="compact-sm" variant="default" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
          <Button size="compact-sm" type="submit" loading={sending}>
            <Trans>Insert</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
