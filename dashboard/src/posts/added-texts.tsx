import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { excerpt } from '../parts/excerpt.js';

/** Names of accounts before "and 3 more". */
const NAMES_AT_MOST = 3;

interface Target {
  account: { username: string; signature: string | null } | null;
  firstComment: { text: string } | null;
}

interface AddedTextsProps {
  /** One for each account. */
  targets: readonly Target[];
  addSignature: boolean;
}

/** What goes out with a post beside its text: first comments and signatures, each once. */
export function AddedTexts({ targets, addSignature }: AddedTextsProps) {
  const comments = textsOf(targets, ({ firstComment }) => firstComment?.text);
  const signatures = addSignature ? textsOf(targets, ({ account }) => account?.signature) : [];
  const lines = [
    ...comments.map((line) => ({ ...line, name: t`First comment` })),
    ...signatures.map((line) => ({ ...line, name: t`Signature` })),
  ];
  return (
    lines.length > 0 && (
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Added to the post`}>
        {lines.map(({ name, text, of }) => (
          <li key={`${name} ${text}`}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <Text span fw={500}>
                {name}
                {of && ` (${of})`}:{' '}
              </Text>
              {excerpt(text, 240)}
            </Text>
          </li>
        ))}
      </Stack>
    )
  );
}

/** Each text once, with the names of its accounts if others have another, or none. */
function textsOf(targets: readonly Target[], read: (target: Target) => string | null | undefined) {
  const byText = Map.groupBy(targets, (target) => read(target) ?? '');
  return [...byText].flatMap(([text, those]) =>
    text === '' ? [] : [{ text, of: those.length === targets.length ? null : namesOf(those) }],
  );
}

function namesOf(targets: readonly Target[]): string {
  const names = targets.map(({ account }) => (account ? `@${account.username}` : t`not connected`));
  const others = names.length - NAMES_AT_MOST;
  return [...names.slice(0, NAMES_AT_MOST), ...(others > 0 ? [t`and ${others} more`] : [])].join(', ');
}
