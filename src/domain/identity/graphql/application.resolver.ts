import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
} from '../../../foundation/graphql/connection.types.js';
import { COST } from '../../../foundation/graphql/cost.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { connectedApplications } from '../access/application.repository.js';
import type { Viewer } from '../access/viewer.js';
import type { RevokeApplication } from '../revoke-application.use-case.js';
import {
  ConnectedApplicationConnection,
  type ConnectedApplicationType,
  RevokeApplicationInput,
  RevokeApplicationPayload,
  toConnectedApplicationType,
} from './application.types.js';
import { SessionViewer } from './viewer.context.js';

const APPLICATIONS = byTime('connectedApplications');

/** Applications that act for an account over MCP. */
@Resolver()
export class ApplicationResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      revokeApplication: RevokeApplication;
    },
  ) {}

  @Query(() => ConnectedApplicationConnection, {
    description:
      'Applications that may act for your account over MCP, oldest first; at most 50: beyond that, the one that was unused for the longest time ends. Dashboard sessions only: SESSION_REQUIRED.',
  })
  async connectedApplications(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ConnectedApplicationType>> {
    const { db, clock } = this.needs;
    const applications = await connectedApplications(db, viewer.userId, clock());
    return pageOf({ first, after }, applications.map(toConnectedApplicationType), {
      cursors: APPLICATIONS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Mutation(() => RevokeApplicationPayload, {
    description:
      'Disconnects an application, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, APPLICATION_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async revokeApplication(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => RevokeApplicationInput, { description: 'The application.' }) input: RevokeApplicationInput,
  ): Promise<RevokeApplicationPayload> {
    const revokedApplicationId = parseId('applicationId', input.applicationId);
    await this.needs.revokeApplication(viewer, revokedApplicationId);
    return { revokedApplicationId };
  }
}
