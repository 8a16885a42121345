import { type DocumentNode, execute, type GraphQLSchema, getOperationAST, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import type { ChargeOperation } from '../api/charge-operation.js';
import { type MakeContext, once } from '../api/context.js';
import { operationFacts } from '../api/operation-facts.js';
import { assertPermission, type Viewer } from '../domain/identity/access/viewer.js';
import type { StoreUpload } from '../domain/media/store-upload.use-case.js';
import { MAX_MESSAGE_BYTES, type Reader } from '../domain/posts/reading/texts.io.js';
import type { UnderWay } from '../foundation/concurrency/under-way.js';
import { AppError } from '../foundation/errors/app-error.js';
import { extensionsOf, presentError } from '../foundation/graphql/present-error.js';
import type { TadaDocumentNode } from '../foundation/graphql/typed-graphql.js';
import type { RequestFacts } from '../foundation/http/request-log.js';
import { OperationRefused } from './tool-error.js';

/** Runs one of the project's own operations as the caller, and returns its data as JSON. */
export type RunOperation = <Data, Variables extends Record<string, unknown>>(
  operation: TadaDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>;

/** What all requests have in common. */
export interface OperationNeeds {
  schema: GraphQLSchema;
  chargeOperation: ChargeOperation;
  makeContext: MakeContext;
  operations: UnderWay;
  publicUrl: () => string;
  storeUpload: StoreUpload;
  log: Logger;
}

/** The request that operations are run for. */
export interface Caller {
  requestId: string;
  address: string;
  /** Authenticates the request again for every operation, because access may end while a tool waits. */
  authenticate: () => Promise<Viewer>;
  reader: Reader;
  note: (facts: RequestFacts) => void;
}

/**
 * Operations are charged, executed and presented as over HTTP; texts in a response are bounded as in one message of a web
 * socket (ANSWER_TOO_LARGE). A mutation that fails in part has failed.
 */
export function makeRunOperation(needs: OperationNeeds, { reader, ...caller }: Caller): RunOperation {
  const { schema, chargeOperation, makeContext, operations } = needs;
  const { requestId, address, note } = caller;
  return async <Data, Variables extends Record<string, unknown>>(
    operation: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ) => {
    const document = operation as DocumentNode;
    const viewer = once(caller.authenticate);
    const { cost, refusal } = await chargeOperation({ document, operationName: null, variables, viewer, address });
    note(await operationFacts(getOperationAST(document), cost, viewer));
    const contextValue = makeContext({
      requestId,
      viewer,
      browser: null,
      reader: { ...reader, maxBytes: MAX_MESSAGE_BYTES },
      pieces: null,
      note,
    });
    if (getOperationAST(document)?.operation === OperationTypeNode.QUERY) contextValue.onlyReads();
    const { data, errors } = refusal
      ? { data: null, errors: [refusal] }
      : await operations.run(async () => execute({ schema, document, variableValues: variables, contextValue }));
    if (errors?.[0]) {
      const failure = new OperationRefused(presentError(errors[0], requestId, needs));
      note({ codes: [failure.code] });
      throw failure;
    }
    // Scalars such as times are objects until then.
    return JSON.parse(JSON.stringify(data)) as Data;
  };
}

/** Stores the bytes of a file of the caller; an error is that of an operation. */
export const makeStore =
  (
    { storeUpload, publicUrl }: OperationNeeds,
    { authenticate, note }: Caller,
  ): ((mediaId: string, bytes: Buffer) => Promise<void>) =>
  async (mediaId, bytes) => {
    try {
      const viewer = await authenticate();
      assertPermission(viewer, 'DRAFT');
      await storeUpload(viewer, mediaId, bytes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      note({ codes: [error.code] });
      throw new OperationRefused({ message: error.message, extensions: extensionsOf(error, publicUrl()) });
    }
  };
