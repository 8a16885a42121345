/** Commands about snippets: saved texts with placeholders. */
import type { Snippet } from '../../typescript/src/index.js';
import type { Context, Outcome } from './commands.js';
import { excerpt } from './terminal.js';
import { UsageError } from './usage-error.js';

const EXCERPT = 60;

export async function snippets({ client, terminal, json, signal }: Context, text: string | undefined): Outcome {
  const found: Snippet[] = [];
  for await (const one of client.snippets.list({ filter: { text }, signal })) found.push(one);
  if (json) terminal.json(found);
  else {
    const rows = found.map((one) => [one.name, one.placeholders.join(', '), excerpt(one.text, EXCERPT)]);
    terminal.table(['NAME', 'PLACEHOLDERS', 'TEXT'], rows);
  }
  return true;
}

/** Prints the text of a snippet with values for its placeholders: `post` reads it from standard input. */
export async function snippet(
  { client, terminal, json, signal }: Context,
  name: string,
  { value = [] }: { value?: string[] },
): Outcome {
  const values = value.map(parseValue);
  for await (const { id, name: found } of client.snippets.list({ filter: { text: name }, signal })) {
    if (found.toLowerCase() !== name.trim().toLowerCase()) continue;
    const text = await client.api.filledSnippet({ snippetId: id, values }, { signal });
    if (json) terminal.json({ text });
    else terminal.lines([text]);
    return true;
  }
  throw new UsageError(`There is no snippet "${name}".`);
}

function parseValue(given: string): { name: string; value: string } {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError('--value must be a placeholder and its value, such as product=Tea.');
  }
  return { name: name.trim(), value };
}
