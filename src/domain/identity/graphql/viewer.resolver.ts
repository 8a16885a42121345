import { Arg, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { COST } from '../../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../../foundation/graphql/directives.js';
import { toPlanType } from '../../plans/plan.types.js';
import type { Plans } from '../../plans/plans.js';
import type { Viewer } from '../access/viewer.js';
import { findUser } from '../account/user.repository.js';
import type { ChangeDisplayName } from '../change-display-name.use-case.js';
import type { ChangeTimeZone } from '../change-time-zone.use-case.js';
import { SignInPayload } from './account.types.js';
import { AnyViewer, SessionViewer } from './viewer.context.js';
import {
  ChangeDisplayNameInput,
  ChangeDisplayNamePayload,
  ChangeTimeZoneInput,
  ChangeTimeZonePayload,
  type OperatorSessionType,
  ViewerType,
} from './viewer.types.js';

@Resolver(() => ViewerType)
export class ViewerResolver {
  constructor(
    private readonly needs: {
      db: Db;
      plans: Plans;
      changeDisplayName: ChangeDisplayName;
      changeTimeZone: ChangeTimeZone;
    },
  ) {}

  @Query(() => ViewerType, { description: 'The authenticated user.' })
  viewer(@AnyViewer() viewer: Viewer): Promise<ViewerType> {
    return userOf(this.needs, viewer);
  }

  @Mutation(() => ChangeDisplayNamePayload, {
    description:
      'Changes the name shown to people: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE.',
    complexity: COST.recorded,
  })
  async changeDisplayName(
    @SessionViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => ChangeDisplayNameInput, { description: 'The name.' }) { displayName }: ChangeDisplayNameInput,
  ): Promise<ChangeDisplayNamePayload> {
    await this.needs.changeDisplayName(viewer, displayName);
    return { viewer: await userOf(this.needs, viewer) };
  }

  @Mutation(() => ChangeTimeZonePayload, {
    description:
      'Changes the time zone in which times are read and entered: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, TIME_ZONE_INVALID.',
    complexity: COST.recorded,
  })
  async changeTimeZone(
    @SessionViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => ChangeTimeZoneInput, { description: 'The time zone.' }) { timeZone }: ChangeTimeZoneInput,
  ): Promise<ChangeTimeZonePayload> {
    await this.needs.changeTimeZone(viewer, timeZone ?? null);
    return { viewer: await userOf(this.needs, viewer) };
  }
}

@Resolver(() => SignInPayload)
export class SignInPayloadResolver {
  constructor(private readonly needs: { db: Db; plans: Plans }) {}

  @NullOnlyWithError()
  @FieldResolver(() => ViewerType, {
    nullable: true,
    description:
      'The signed-in user; null only with an error. The next mutations of the same operation are done as this user, too.',
  })
  viewer(@AnyViewer() viewer: Viewer): Promise<ViewerType> {
    return userOf(this.needs, viewer);
  }
}

/** The viewer, as the API shows it. */
export async function userOf({ db, plans }: { db: Db; plans: Plans }, viewer: Viewer): Promise<ViewerType> {
  const user = await findUser(db, viewer.userId);
  if (!user) throw new AppError('API_KEY_OWNER_INVALID');
  const { id, email, displayName, timeZone, emailConfirmedAt } = user;
  const managed = viewer.userId !== viewer.ownerId;
  const owner = managed ? await findUser(db, viewer.ownerId) : user;
  if (!owner) throw new AppError('API_KEY_OWNER_INVALID');
  return {
    id,
    email,
    emailConfirmed: emailConfirmedAt !== null,
    displayName,
    timeZone,
    plan: toPlanType(plans, owner),
    managed,
    workspaceAccess: viewer.workspaceAccess,
    removalAt: owner.removalAt,
    operatorSession: operatorSessionOf(viewer),
  };
}

const operatorSessionOf = ({ session }: Viewer): OperatorSessionType | null =>
  session?.operator ? { mayWrite: session.operator.mayWrite, expiresAt: session.expiresAt } : null;
