import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';

@ObjectType('Snippet', {
  implements: Node,
  description: 'A saved text, such as a set of hashtags, that is inserted into a post while it is written.',
})
export class SnippetType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Its name in the account.' })
  name: string;

  /** Shown by the resolver, which counts it, with the placeholders that it has. */
  text: string;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last updated.' })
  updatedAt: Date;
}

export const SnippetConnection = connectionOf('Snippet', SnippetType);

@InputType('SnippetFilter', { description: 'Filters snippets.' })
export class SnippetFilterInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Snippets with this text in their name or text, ignoring case; at most 200 characters: FILTER_INVALID. A blank text is ignored.',
  })
  text?: string | null;
}

const NAME =
  'One line of 1 to 50 characters, trimmed: SNIPPET_NAME_INVALID. No other snippet of the account has it, in any letter case: SNIPPET_NAME_TAKEN.';
const TEXT =
  'Text of 1 to 5,000 characters (Unicode code points), with at least one visible: SNIPPET_TEXT_INVALID. No NUL and no half of a surrogate pair: TEXT_NOT_PUBLISHABLE. A placeholder is a name in double braces, `{{product}}`: 1 to 30 letters, digits, spaces, `_` and `-`. At most 20, a repeated one included.';

@InputType({ description: 'A new snippet.' })
export class CreateSnippetInput {
  @Field(() => String, { description: NAME })
  name: string;

  @Field(() => String, { description: TEXT })
  text: string;
}

@InputType({ description: 'Changes to a snippet. Omitted fields are unchanged.' })
export class UpdateSnippetInput {
  @Field(() => ID, { description: 'The snippet: 24 hexadecimal characters.' })
  snippetId: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => String, { nullable: true, description: TEXT })
  text?: string | null;
}

@InputType({ description: 'The snippet to delete.' })
export class DeleteSnippetInput {
  @Field(() => ID, { description: 'The snippet: 24 hexadecimal characters.' })
  snippetId: string;
}

@InputType({ description: 'What a placeholder is replaced by.' })
export class PlaceholderValueInput {
  @Field(() => String, { description: 'Of the placeholder, as in `placeholders`.' })
  name: string;

  @Field(() => String, { description: 'Text of at most 1,000 characters. It may be empty. TEXT_NOT_PUBLISHABLE.' })
  value: string;
}

@ObjectType({ description: 'Result of createSnippet.' })
export class CreateSnippetPayload {
  @Field(() => SnippetType, { description: 'The new snippet.' })
  snippet: SnippetType;
}

@ObjectType({ description: 'Result of updateSnippet.' })
export class UpdateSnippetPayload {
  @Field(() => SnippetType, { description: 'The updated snippet.' })
  snippet: SnippetType;
}

@ObjectType({ description: 'Result of deleteSnippet.' })
export class DeleteSnippetPayload {
  @Field(() => ID, { description: 'Id of the deleted snippet.' })
  deletedSnippetId: string;
}
