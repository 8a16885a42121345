import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import type { CreateSnippet } from './create-snippet.use-case.js';
import type { DeleteSnippet } from './delete-snippet.use-case.js';
import { placeholdersOf } from './placeholders.js';
import { countSnippets, findSnippet, snippetPage } from './snippet.repository.js';
import {
  CreateSnippetInput,
  CreateSnippetPayload,
  DeleteSnippetInput,
  DeleteSnippetPayload,
  PlaceholderValueInput,
  SnippetConnection,
  SnippetFilterInput,
  SnippetType,
  UpdateSnippetInput,
  UpdateSnippetPayload,
} from './snippet.types.js';
import type { SnippetsContext } from './snippets.context.js';
import { fillSnippet } from './snippets.js';
import type { UpdateSnippet } from './update-snippet.use-case.js';

const SNIPPETS = cursorsOf('snippets', { name: z.string().transform(storableText) });
const MAX_SEARCH = 200;

/** Saved texts that are inserted into posts. */
@Resolver(() => SnippetType)
export class SnippetResolver {
  constructor(
    private readonly needs: {
      db: Db;
      createSnippet: CreateSnippet;
      updateSnippet: UpdateSnippet;
      deleteSnippet: DeleteSnippet;
    },
  ) {}

  @Query(() => SnippetConnection, { description: 'Your snippets, at most 500, by name. Errors: FILTER_INVALID.' })
  snippets(
    @CurrentViewer() { userId }: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => SnippetFilterInput, {
      nullable: true,
      description: 'Filters snippets. If omitted, all are returned.',
    })
    filter?: SnippetFilterInput | null,
  ): Promise<Connection<SnippetType>> {
    const filtered = { userId, text: parseSearch(filter?.text) };
    return readPage(
      { first, after },
      {
        cursors: SNIPPETS,
        positionOf: ({ name }) => ({ name }),
        read: (page) => snippetPage(this.needs.db, filtered, page),
        count: () => countSnippets(this.needs.db, filtered),
      },
    );
  }

  @Query(() => String, {
    description:
      'The text of your snippet, ready to be inserted: each placeholder is replaced by its value. Errors: ID_INVALID, SNIPPET_NOT_FOUND, SNIPPET_VALUES_INVALID, TEXT_NOT_PUBLISHABLE.',
  })
  async filledSnippet(
    @CurrentViewer() { userId }: Viewer,
    @Ctx() { texts }: SnippetsContext,
    @Arg('snippetId', () => ID, { description: 'The snippet: 24 hexadecimal characters.' }) snippetId: string,
    @Arg('values', () => [PlaceholderValueInput], {
      defaultValue: [],
      description: 'One for each placeholder of the snippet. SNIPPET_VALUES_INVALID.',
    })
    values: PlaceholderValueInput[],
  ): Promise<string> {
    const snippet = await findSnippet(this.needs.db, userId, parseId('snippetId', snippetId));
    if (!snippet) throw new AppError('SNIPPET_NOT_FOUND');
    return texts.count(fillSnippet(snippet.text, values));
  }

  @FieldResolver(() => String, {
    description: 'The text with its placeholders, `{{product}}`. ANSWER_TOO_LARGE: request fewer snippets.',
  })
  text(@Root() { text }: SnippetType, @Ctx() { texts }: SnippetsContext): string {
    return texts.count(text);
  }

  @FieldResolver(() => [String], {
    description: 'The names of its placeholders, each once, in the order of the text: at most 20.',
  })
  placeholders(@Root() { text }: SnippetType): string[] {
    return placeholdersOf(text);
  }

  @Mutation(() => CreateSnippetPayload, {
    description:
      'Creates a snippet, at most 500. Errors: SNIPPET_NAME_INVALID, SNIPPET_NAME_TAKEN, SNIPPET_TEXT_INVALID, TEXT_NOT_PUBLISHABLE, SNIPPET_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async createSnippet(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreateSnippetInput, { description: 'The snippet.' }) input: CreateSnippetInput,
  ): Promise<CreateSnippetPayload> {
    return { snippet: await this.needs.createSnippet(viewer, input) };
  }

  @Mutation(() => UpdateSnippetPayload, {
    description:
      'Changes a snippet. Posts into which it was inserted keep their text. Errors: ID_INVALID, SNIPPET_NOT_FOUND, SNIPPET_NAME_INVALID, SNIPPET_NAME_TAKEN, SNIPPET_TEXT_INVALID, TEXT_NOT_PUBLISHABLE.',
    complexity: COST.recorded,
  })
  async updateSnippet(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UpdateSnippetInput, { description: 'The changes.' }) input: UpdateSnippetInput,
  ): Promise<UpdateSnippetPayload> {
    const { name = null, text = null } = input;
    const id = parseId('snippetId', input.snippetId);
    return { snippet: await this.needs.updateSnippet(viewer, { id, name, text }) };
  }

  @Mutation(() => DeleteSnippetPayload, {
    description:
      'Deletes a snippet. Posts into which it was inserted keep their text. Errors: ID_INVALID, SNIPPET_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async deleteSnippet(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteSnippetInput, { description: 'The snippet.' }) input: DeleteSnippetInput,
  ): Promise<DeleteSnippetPayload> {
    const deletedSnippetId = parseId('snippetId', input.snippetId);
    await this.needs.deleteSnippet(viewer, deletedSnippetId);
    return { deletedSnippetId };
  }
}

function parseSearch(text: string | null | undefined): string | null {
  if (!text?.trim()) return null;
  if (isLongerThan(text, MAX_SEARCH)) {
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  }
  return storableText(text.trim());
}
