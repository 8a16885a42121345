import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import { PlanType } from '../../plans/plan.types.js';

@ObjectType('OperatorSession', {
  description: 'An operator of the service is signed in as an account, to help its owner.',
})
export class OperatorSessionType {
  @Field(() => Boolean, {
    description: 'Whether the operator may change anything; else mutations are OPERATOR_READS_ONLY.',
  })
  mayWrite: boolean;

  @Field(() => DateTime, { description: 'When it ends by itself. signOut ends it before.' })
  expiresAt: Date;
}

@ObjectType('Viewer', {
  implements: Node,
  description: 'The authenticated user: the owner of the key or session, or the managed user of x-service-user-id.',
})
export class ViewerType {
  @Field(() => ID, { description: '24 hexadecimal characters, as sent in `x-service-user-id`.' })
  id: string;

  @Field(() => String, {
    description: 'E-mail address that the user signs in with, or that a workspace owner assigned.',
  })
  email: string;

  @Field(() => Boolean, {
    description:
      'Whether the address is confirmed. If the service sends e-mails, posts can be scheduled only then: EMAIL_NOT_CONFIRMED.',
  })
  emailConfirmed: boolean;

  @Field(() => String, { description: 'Name shown to people.' })
  displayName: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Time zone in which the user reads and enters times, as a name of the IANA database such as `Europe/Berlin`. E-mails show times in it, and in UTC without one. Null: that of the browser. Set it with changeTimeZone.',
  })
  timeZone: string | null;

  @Field(() => PlanType, { description: 'Plan of the account; that of the workspace owner for a managed user.' })
  plan: PlanType;

  @Field(() => Boolean, { description: 'Whether the user is managed by a workspace owner.' })
  managed: boolean;

  @Field(() => Boolean, {
    description:
      'Whether you may manage users and act for them: the account has workspace access, and so has the API key. Otherwise, fields about managed users are WORKSPACE_ACCESS_DISABLED.',
  })
  workspaceAccess: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the account is removed, with everything in it: seven days after requestAccountRemoval, unless cancelAccountRemoval is called before. Posts that are due later are not published. Null if no removal is pending. Of the workspace owner for a managed user.',
  })
  removalAt: Date | null;

  @Field(() => OperatorSessionType, {
    nullable: true,
    description: 'The operator of the service who is signed in as this account; null: it is its owner.',
  })
  operatorSession: OperatorSessionType | null;
}

@InputType({ description: 'A new name.' })
export class ChangeDisplayNameInput {
  @Field(() => String, {
    description: 'One line of at most 200 characters: DISPLAY_NAME_INVALID. A blank one is the e-mail address.',
  })
  displayName: string;
}

@ObjectType({ description: 'Result of changeDisplayName.' })
export class ChangeDisplayNamePayload {
  @Field(() => ViewerType, { description: 'The user with the new name.' })
  viewer: ViewerType;
}

@InputType({ description: 'A new time zone.' })
export class ChangeTimeZoneInput {
  @Field(() => String, {
    nullable: true,
    description:
      'A name of the IANA time zone database, such as `Europe/Berlin`, in any letter case: TIME_ZONE_INVALID. `null` clears it: that of the browser.',
  })
  timeZone: string | null;
}

@ObjectType({ description: 'Result of changeTimeZone.' })
export class ChangeTimeZonePayload {
  @Field(() => ViewerType, { description: 'The user with the new time zone.' })
  viewer: ViewerType;
}
