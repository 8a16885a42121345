/** What is done with posts and comments that the network does not have, or no longer. */
import { graphql } from '../support/graphql.js';
import { startContract } from './contract.js';
import { answering, type Networked, network, requestsTo } from './network-support.js';

const contract = startContract({ roles: 'api,worker' });

let own: Networked;
beforeAll(async () => {
  own = await network(contract);
});
afterEach(() => contract.sandbox.clearFaults());

interface Target {
  postedId: string;
  commentId: string;
  commentUrn: string;
}

const REASON = /^network has no such post, comment, reply or reaction; it may have been deleted: .* not found$/;

const ADD = 'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }';
const REMOVE = 'mutation ($input: RemoveCommentInput!) { removeComment(input: $input) { removedCommentId } }';
const REACT = 'mutation ($input: AddReactionInput!) { addReaction(input: $input) { reaction } }';
const UNREACT = 'mutation ($input: RemoveReactionInput!) { removeReaction(input: $input) { urnTranslated { to } } }';

/** Each operation on both API surfaces. `details`: what REST adds. */
const OPERATIONS = {
  'a comment': {
    method: 'post',
    path: '/network-comments',
    query: ADD,
    code: 'ADD_COMMENT_FAILED',
    error: 'Failed to create network comment',
    details: {},
    input: ({ postedId }: Target) => ({ postedId, message: 'Hi' }),
  },
  'a reply': {
    method: 'post',
    path: '/network-comments',
    query: ADD,
    code: 'ADD_COMMENT_FAILED',
    error: 'Failed to create network comment',
    details: {},
    input: ({ postedId, commentUrn }: Target) => ({ postedId, message: 'Hi', parentComment: commentUrn }),
  },
  'a deletion': {
    method: 'delete',
    path: '/network-comments',
    query: REMOVE,
    code: 'REMOVE_COMMENT_FAILED',
    error: 'Failed to delete network comment',
    details: { details: expect.stringMatching(REASON) },
    input: ({ postedId, commentId }: Target) => ({ postedId, commentId }),
  },
  'a reaction': {
    method: 'post',
    path: '/network-reactions',
    query: REACT,
    code: 'REACT_FAILED',
    error: 'Failed to create network reaction',
    details: { details: expect.objectContaining({ code: 'NOT_FOUND' }), status: 404 },
    input: ({ postedId }: Target) => ({ postedId, reactionType: 'LIKE' }),
  },
  'the removal of a reaction': {
    method: 'delete',
    path: '/network-reactions',
    query: UNREACT,
    code: 'REMOVE_REACTION_FAILED',
    error: 'Failed to delete network reaction',
    details: { details: expect.objectContaining({ code: 'NOT_FOUND' }), status: 404 },
    input: ({ postedId }: Target) => ({ postedId }),
  },
} as const;

/** That both API surfaces say that it is gone, and each sent the platform one request. */
async function expectGone(name: keyof typeof OPERATIONS, target: Target): Promise<void> {
  const { method, path, query, code, error, details, input } = OPERATIONS[name];
  const variables = { platformId: own.platformId, ...input(target) };
  const before = requestsTo(contract, '/rest/').length;
  const { status, body } = await contract.owner.raw(method, path, variables);
  expect({ status, body }).toEqual({ status: 404, body: { error, ...details } });
  const { errors } = await graphql(contract.service, { 'x-api-key': contract.account.apiKey }, query, {
    input: variables,
  });
  expect(errors?.[0]).toMatchObject({
    message: error,
    extensions: { code, failure: 'NOT_FOUND_ON_PLATFORM', status: 404, reason: expect.stringMatching(REASON) },
  });
  expect(requestsTo(contract, '/rest/')).toHaveLength(before + 2);
}

async function deletedComment(): Promise<Target> {
  const { postedId, platformId } = own;
  const { body } = await contract.owner.post('/network-comments', { postedId, platformId, message: 'Well said' });
  const { id: commentId, commentUrn } = body.comment;
  const removed = await contract.owner.raw('delete', '/network-comments', { postedId, platformId, commentId });
  expect(removed.status).toBe(200);
  return { postedId, commentId, commentUrn };
}

test.each(['a reply', 'a deletion'] as const)('%s, of a comment that has been deleted', async (name) => {
  await expectGone(name, await deletedComment());
});

test.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])('%s, of a post that there is not', async (name) => {
  const commentUrn = 'urn:network:comment:(urn:network:share:1,2)';
  await expectGone(name, { postedId: 'urn:network:share:1', commentId: '2', commentUrn });
});

test('the removal of a reaction that there is not', async () => {
  await expectGone('the removal of a reaction', await deletedComment());
});

test('a 404 that is not the platform’s own says nothing of the post', async () => {
  answering(contract, '/comments', { status: 404, body: '<html>Not found</html>' });
  const input = { platformId: own.platformId, postedId: own.postedId, message: 'Hi' };
  const { errors } = await graphql(contract.service, { 'x-api-key': contract.account.apiKey }, ADD, { input });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'ADD_COMMENT_FAILED', failure: 'PLATFORM_SERVER_ERROR' });
});
