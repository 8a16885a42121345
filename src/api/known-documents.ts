import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { limitRules, OPERATION_LIMITS } from '../foundation/graphql/limits.js';
import { rateLimited } from '../foundation/request-limits/rate-limiter.js';
import type { InvalidOperations } from './invalid-operations.js';

/** Valid documents that are kept: characters of their texts, and of one text. A document takes some fifty times that. */
const KEPT_CHARACTERS = 256 * 1024;
const KEPT_CHARACTERS_OF_ONE = 8 * 1024;

/**
 * The document of a text from an address, or why it cannot run, with the codes that this has over HTTP. RATE_LIMITED: too
 * many texts from there were not valid.
 */
export type ReadDocument = (text: string, address: string) => DocumentNode | GraphQLError[];

/** Clients send the same few texts on every socket: each is parsed, validated and held in memory once. */
export function makeReadDocument(schema: GraphQLSchema, invalidOperations: InvalidOperations): ReadDocument {
  const known = new LRUCache<string, DocumentNode>({
    maxSize: KEPT_CHARACTERS,
    maxEntrySize: KEPT_CHARACTERS_OF_ONE,
    sizeCalculation: (_, { length }) => length + 1,
  });
  return (text, address) => {
    const kept = known.get(text);
    if (kept) return kept;
    const waitSeconds = invalidOperations.waitSeconds(address);
    if (waitSeconds > 0) {
      const originalError = rateLimited(waitSeconds);
      return [new GraphQLError(originalError.message, { originalError })];
    }
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: OPERATION_LIMITS.tokens });
    } catch (error) {
      invalidOperations.count(address);
      return [refused('GRAPHQL_PARSE_FAILED', error as GraphQLError)];
    }
    const errors = validate(schema, document, [...specifiedRules, ...limitRules]);
    if (errors.length > 0) {
      invalidOperations.count(address);
      return errors.map((error) => refused('GRAPHQL_VALIDATION_FAILED', error));
    }
    known.set(text, document);
    return document;
  };
}

const refused = (code: string, { message, nodes, source, positions, extensions }: GraphQLError): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
