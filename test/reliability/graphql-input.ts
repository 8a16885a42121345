/** What the callers of these tests say over GraphQL. */
import fc from 'fast-check';
import { type GraphQLField, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { anyText, type Inputs, inputs } from '../support/arbitraries.js';
import { type Operation, operationsOf } from '../support/arbitrary-operations.js';
import type { Headers } from '../support/graphql.js';
import type { Person, TwoAccounts } from './caller-and-stranger.js';

type Field = GraphQLField<unknown, unknown>;

/** The operations of a schema. */
export const fieldsOf = (schema: GraphQLSchema, kind: OperationTypeNode): Field[] =>
  Object.values(schema.getRootType(kind)?.getFields() ?? {});

/** Where no account can be: nothing outside the sandbox is ever asked. */
export const NOWHERE = [
  '',
  'localhost:1',
  '127.0.0.1:1',
  'http://[::1]:1',
  '10.0.0.1',
  'http://169.254.169.254/',
  'a b',
  'a@b',
];
export const ADDRESSES = ['instance', 'service'];

/** What is typed in to connect an account: what is right for one of the sandbox, or anything, but for the address. */
function anyConnectInput(world: TwoAccounts, { named }: Inputs): fc.Arbitrary<unknown> {
  const right = [...platforms.values()].map((platform) => {
    const typed = typedFor(platform, world.sandbox.createAccount(platform.key as SandboxPlatform));
    const fields = Object.entries(typed).map(([name, value]) => ({ name, value }));
    return { platform: platform.key.toUpperCase(), fields };
  });
  const names = right
    .flatMap(({ fields }) => fields.map(({ name }) => name))
    .filter((name) => !ADDRESSES.includes(name));
  const anyField = fc.oneof(
    fc.record({ name: fc.constantFrom(...ADDRESSES), value: fc.constantFrom(...NOWHERE) }),
    fc.record({ name: fc.oneof(fc.constantFrom(...names), anyText), value: named('password', anyText) }),
  );
  const account = fc.constantFrom(...right);
  const wrong = fc
    .tuple(account, fc.array(anyField, { maxLength: 4 }), fc.nat(2))
    .map(([{ platform, fields }, others, missing]) => ({ platform, fields: [...fields.slice(missing), ...others] }));
  return fc.oneof(account, wrong);
}

/** A file that is somewhere, or nowhere: no worker fetches it here. */
const anyFileToFetch = ({ named }: Inputs): fc.Arbitrary<unknown> =>
  fc.record({
    postGroupId: named('CreateUploadFromUrlInput.postGroupId', anyText, /^[0-9a-f]{24}$/),
    url: fc.oneof(fc.constantFrom('https://example.com/a.png', 'http://127.0.0.1/a.mp4'), anyText),
    type: fc.constantFrom('IMAGE', 'VIDEO'),
  });

const ID = /^[0-9a-f]{24}$/;

const JUNE = { from: '2026-06-01', to: '2026-07-01' };

export const operationsFor = (world: TwoAccounts, { known }: Person) => {
  const input = inputs(known);
  const textWithTargets = {
    content: fc.constantFrom('Hi', 'Well, well'),
    platformIds: fc.subarray([...(known.platformIds ?? [])], { minLength: 1 }),
  };
  // With names chosen at random, a file has no column that is known.
  const anyFile = fc.constantFrom(...(known.platformIds ?? [])).map((platformId) => `text,account\nHi,${platformId}`);
  const groups = fc.array(input.known('postGroupId', ID), { minLength: 1, maxLength: 3 });
  const anyAddress = fc.nat(1_000_000).map((number) => `person-${number}@example.com`);
  const anyRole = fc.constantFrom('ADMIN', 'EDITOR', 'CONTRIBUTOR', 'VIEWER');
  const anySignature = fc.constantFrom('The team', null);
  return operationsOf(input, {
    ConnectAccountInput: () => anyConnectInput(world, input),
    CreateUploadFromUrlInput: () => anyFileToFetch(input),
    // Of targets named at random, one is somebody else's or has no account.
    PostDraftInput: (described) => fc.oneof(described, fc.record(textWithTargets)),
    PostInput: (described) => fc.oneof(described, fc.record(textWithTargets)),
    AddTeamCommentInput: (described) =>
      fc.oneof(described, fc.record({ postGroupId: input.known('postGroupId', ID), body: fc.constant('Hi') })),
    CreateApprovalLinkInput: (described) =>
      fc.oneof(described, fc.record({ postGroupIds: groups, name: fc.constant('Client') })),
    CreateReportLinkInput: (described) => fc.oneof(described, fc.constant({ filter: JUNE, name: 'June' })),
    MetricsFilter: (described) => fc.oneof(described, fc.constant(JUNE)),
    CreateWebhookInput: (described) =>
      fc.oneof(described, fc.constant({ name: 'CRM', url: 'https://example.com/', events: ['POST_PUBLISHED'] })),
    InviteMemberInput: (described) => fc.oneof(described, fc.record({ email: anyAddress, role: anyRole })),
    ImportPostsInput: (described) => fc.oneof(described, fc.record({ text: anyFile })),
    SetSignatureInput: (described) =>
      fc.oneof(described, fc.record({ accountId: input.known('SetSignatureInput.accountId', ID), text: anySignature })),
    SetApprovalPolicyInput: (described) =>
      fc.oneof(described, fc.constant({ neededFor: 'CONTRIBUTORS', approvals: 1 })),
    UpdateRecurrenceInput: (described) =>
      fc.oneof(
        described,
        fc.record({ recurrenceId: input.known('UpdateRecurrenceInput.recurrenceId', ID), texts: fc.constant(['Hi']) }),
      ),
    UpdatePostInput: (described) =>
      fc.oneof(described, fc.record({ postGroupId: input.known('UpdatePostInput.postGroupId'), ...textWithTargets })),
  });
};

/** Any operation of the schema. */
export function anyOperation(world: TwoAccounts, person: Person, schema: GraphQLSchema): fc.Arbitrary<Operation> {
  const operations = operationsFor(world, person);
  const kinds = Object.values(OperationTypeNode);
  return fc.oneof(...kinds.flatMap((kind) => fieldsOf(schema, kind).map((field) => operations(kind, field))));
}

const WHO = ['key', 'session', 'session', 'managed user', 'none'] as const;

/** As whom somebody calls. */
export const anybody = fc.constantFrom(...WHO);

/** What that takes. A session is new each time: some operations end it. */
export async function headersOf(who: (typeof WHO)[number], { account, known }: Person): Promise<Headers> {
  if (who === 'none') return {};
  if (who === 'session') return account.session();
  const key = { 'x-api-key': account.apiKey };
  return who === 'key' ? key : { ...key, 'x-service-user-id': known.userId?.at(-1) ?? '' };
}
