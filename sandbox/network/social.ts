import { z } from 'zod';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import { readBody, urn } from './body.js';
import { activityOf, Ids, idOf } from './ids.js';
import { invalidField, notFound, refuse } from './wire.js';

const maxMessage = 1250;

/** LinkedIn has removed MAYBE, and refuses it. */
const reactionTypes = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'] as const;

/** A mention of a person or an organization in a text. */
const mention = <Kind extends 'person' | 'organization'>(kind: Kind) =>
  z.strictObject({ [kind]: z.strictObject({ [kind]: urn(kind) }) });

const commentSchema = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({
    text: z.string().max(maxMessage),
    attributes: z
      .array(
        z.strictObject({
          start: z.int().min(0),
          length: z.int().min(1),
          value: z.union([mention('person'), mention('organization')]),
        }),
      )
      .optional(),
  }),
  parentComment: z.string().optional(),
});

const reactionSchema = z.strictObject({ root: z.string(), reactionType: z.enum(reactionTypes) });

interface Comment {
  id: string;
  actor: string;
  post: string;
  /** Milliseconds since 1970. */
  time: number;
  body: Record<string, unknown>;
}

/** Comments and reactions. They are not kept beyond the end of the sandbox. */
export class Social {
  private readonly ids = new Ids();
  private readonly comments = new Map<string, Comment>();
  private readonly reactions = new Map<string, { post: string; reactionType: string; time: number }>();

  constructor(private readonly context: SandboxContext) {}

  /** The post that a URN names: its own, or that of its activity. */
  post(name: string): StoredPost {
    const own = /^urn:li:(?:share|ugcPost):\d+$/.test(name) ? this.context.store.post('network', '', name) : undefined;
    const post = own ?? this.postOfActivity(name);
    if (!post) throw notFound(name);
    return post;
  }

  /** The named activities that belong to a post, each with its post. */
  activities(names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const post = this.postOfActivity(name);
        return post ? [[name, { domainEntity: post.postedId, object: post.postedId, verb: 'linkedin:share' }]] : [];
      }),
    );
  }

  readComment(target: string, body: unknown) {
    const post = this.post(target);
    const comment = readBody(commentSchema, body);
    const { object, message, parentComment } = comment;
    if (this.post(object) !== post) throw invalidField('object', 'is another post');
    if (message.text.trim() === '') throw refuse(400, 'INVALID_VALUE_BLANK_FIELD', 'message/text must not be blank');
    for (const { start, length } of message.attributes ?? []) {
      if (start + length > message.text.length) throw invalidField('message/attributes', 'is outside of the text');
    }
    if (parentComment !== undefined && this.named(parentComment)?.post !== post.postedId) {
      throw notFound(parentComment);
    }
    return { post, comment };
  }

  addComment({ post, comment }: ReturnType<Social['readComment']>): Record<string, unknown> {
    const id = this.ids.next();
    const activity = activityOf(post.postedId);
    const now = { actor: comment.actor, time: Date.now() };
    const body = {
      id,
      commentUrn: `urn:li:comment:(${activity},${id})`,
      actor: comment.actor,
      object: activity,
      message: { attributes: [], ...comment.message },
      ...(comment.parentComment !== undefined && { parentComment: comment.parentComment }),
      created: now,
      lastModified: now,
    };
    this.comments.set(id, { id, actor: comment.actor, post: post.postedId, time: now.time, body });
    return body;
  }

  /** A comment to the post. */
  commentOf(target: string, id: string): Comment {
    const comment = this.comments.get(id);
    if (!comment || comment.post !== this.post(target).postedId) throw notFound('Comment');
    return comment;
  }

  removeComment({ id }: Comment): void {
    this.comments.delete(id);
  }

  readReaction(body: unknown) {
    const { root, reactionType } = readBody(reactionSchema, body);
    return { post: this.post(root), root, reactionType };
  }

  /** One reaction of an actor to a post: another takes its place. */
  react(actor: string, { post, root, reactionType }: ReturnType<Social['readReaction']>): Record<string, unknown> {
    const now = { actor, time: Date.now() };
    this.reactions.set(`${actor} ${post.postedId}`, { post: post.postedId, reactionType, time: now.time });
    return {
      id: `urn:li:reaction:(${actor},${activityOf(post.postedId)})`,
      root,
      reactionType,
      created: now,
      lastModified: now,
    };
  }

  /** The reaction that `(actor:…,entity:…)` names. */
  reactionOf(key: string): { actor: string; remove(): void } {
    const [, actor, entity] = /^\(actor:(urn:li:\w+:[\w-]+),entity:(urn:li:\w+:\d+)\)$/.exec(key) ?? [];
    if (actor === undefined || entity === undefined) throw invalidField('key', 'must be (actor:…,entity:…)');
    const reaction = `${actor} ${this.post(entity).postedId}`;
    if (!this.reactions.has(reaction)) throw notFound('Reaction');
    return { actor, remove: () => void this.reactions.delete(reaction) };
  }

  /** How many comments and reactions were made to a post from one time on and before another. */
  countsOf({ postedId }: StoredPost, { from, end }: { from: number; end: number }) {
    const isCounted = ({ post, time }: { post: string; time: number }) =>
      post === postedId && time >= from && time < end;
    const count = (of: Iterable<{ post: string; time: number }>) => [...of].filter(isCounted).length;
    return { COMMENT: count(this.comments.values()), REACTION: count(this.reactions.values()) };
  }

  private postOfActivity(name: string): StoredPost | undefined {
    if (!/^urn:li:activity:\d+$/.test(name)) return undefined;
    const id = BigInt(idOf(name)) - 1n;
    const named = (kind: string) => this.context.store.post('network', '', `urn:li:${kind}:${id}`);
    return named('share') ?? named('ugcPost');
  }

  private named(commentUrn: string): Comment | undefined {
    const [, id = ''] = /^urn:li:comment:\(urn:li:\w+:\d+,(\d+)\)$/.exec(commentUrn) ?? [];
    return this.comments.get(id);
  }
}
