import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, JSONObject } from '../../foundation/graphql/scalars.js';
import {
  ACCOUNT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditActor,
  type AuditDetails,
  type AuditEvent,
  type AuditSubjectType,
} from './audit-event.js';

/** An enumeration of GraphQL whose values are stored in lower case. */
function registerDescribed<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): Record<string, Value> {
  const stored = Object.keys(values) as Value[];
  const named = Object.fromEntries(stored.map((value) => [value.toUpperCase(), value]));
  const valuesConfig = Object.fromEntries(stored.map((value) => [value.toUpperCase(), { description: values[value] }]));
  registerEnumType(named, { name, description, valuesConfig });
  return named;
}

const AuditActionEnum = registerDescribed('AuditAction', 'What was done.', ACCOUNT_ACTIONS);
const AuditActorEnum = registerDescribed('AuditActorKind', 'Who did it.', AUDIT_ACTORS);
const AuditSubjectEnum = registerDescribed('AuditSubjectType', 'What it was done to.', AUDIT_SUBJECTS);

@ObjectType('AuditActor', { description: 'Who did something.' })
export class AuditActorType {
  @Field(() => AuditActorEnum, { description: 'How the service knows them.' })
  kind: AuditActor;

  @Field(() => ID, { nullable: true, description: 'Of an OWNER or a MEMBER: the session, which may be over.' })
  sessionId: string | null;

  @Field(() => ID, { nullable: true, description: 'Of an API_KEY, which may be revoked.' })
  apiKeyId: string | null;

  @Field(() => ID, { nullable: true, description: 'Of an APPLICATION, which may be revoked.' })
  applicationId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the API key or the application, or e-mail address of the MEMBER, at that time; null for the others.',
  })
  name: string | null;
}

@ObjectType('AuditSubject', { description: 'What something was done to; it may be gone.' })
export class AuditSubjectObject {
  @Field(() => AuditSubjectEnum, { description: 'What it is.' })
  type: AuditSubjectType;

  @Field(() => ID, { description: 'Its id.' })
  subjectId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its name at that time: of a session its user agent, of a managed user the e-mail address.',
  })
  name: string | null;
}

@ObjectType('AuditEvent', { implements: Node, description: 'Something that was done to an account. Never changes.' })
export class AuditEventType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => AuditActionEnum, { description: 'What was done.' })
  action: AuditAction;

  @Field(() => AuditActorType, { description: 'Who did it.' })
  actor: AuditActorType;

  @Field(() => AuditSubjectObject, { nullable: true, description: 'What it was done to; null: the account itself.' })
  subject: AuditSubjectObject | null;

  @Field(() => ID, { nullable: true, description: 'The managed user that it is about; null: the account itself.' })
  managedUserId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address that it came from; null without a request, and for an OPERATOR.',
  })
  address: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'User agent of the request, at most 256 characters; null for an OPERATOR.',
  })
  userAgent: string | null;

  @Field(() => String, { nullable: true, description: 'Id of the request, as in its response and in the log.' })
  requestId: string | null;

  @Field(() => JSONObject, { description: 'More about it; the description of the action names what matters.' })
  details: AuditDetails;

  @Field(() => DateTime, { description: 'When it was done.' })
  createdAt: Date;
}

export const AuditEventConnection = connectionOf('AuditEvent', AuditEventType);

@InputType('AuditLogFilter', { description: 'Which events. All conditions must hold; an empty list matches nothing.' })
export class AuditLogFilterInput {
  @Field(() => [AuditActionEnum], { nullable: true, description: 'Events with one of these actions.' })
  actions?: AuditAction[] | null;

  @Field(() => DateTime, { nullable: true, description: 'The first moment.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'The last moment.' })
  to?: Date | null;
}

/** An event as the owner sees it: who operates the service is not named. */
export const toAuditEventType = (event: AuditEvent): AuditEventType => {
  const { id, ownerId, userId, action, actor, actorId, actorName, subjectType, subjectId, subjectName } = event;
  const { requestId, details, createdAt } = event;
  const isByOperator = actor === 'operator';
  return {
    id,
    action,
    actor: {
      kind: actor,
      sessionId: actor === 'owner' || actor === 'member' ? actorId : null,
      apiKeyId: actor === 'api_key' ? actorId : null,
      applicationId: actor === 'application' ? actorId : null,
      name: ['api_key', 'application', 'member'].includes(actor) ? actorName : null,
    },
    subject: subjectType && subjectId ? { type: subjectType, subjectId, name: subjectName } : null,
    managedUserId: userId === ownerId ? null : userId,
    address: isByOperator ? null : event.address,
    userAgent: isByOperator ? null : event.userAgent,
    ...{ requestId, details, createdAt },
  };
};
