import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../foundation/graphql/connection.types.js';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { Application } from '../access/application.repository.js';
import { ApiKeyScope } from '../access/scope.js';

@ObjectType('ConnectedApplication', {
  implements: Node,
  description: 'An application, such as an AI assistant, that you have allowed to act for your account over MCP.',
})
export class ConnectedApplicationType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'As it names itself.' })
  name: string;

  @Field(() => String, {
    description: 'Host of its redirect URI. Names can be equal; hosts show which application it is.',
  })
  host: string;

  @Field(() => [ApiKeyScope], { description: 'What it may do.' })
  scopes: ApiKeyScope[];

  @Field(() => DateTime, { description: 'When you allowed it.' })
  createdAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used, with a delay of some seconds; null if never.',
  })
  lastUsedAt: Date | null;
}

export const toConnectedApplicationType = ({ redirectUri, ...application }: Application): ConnectedApplicationType => {
  const { id, name, scopes, createdAt, lastUsedAt } = application;
  return { id, name, host: new URL(redirectUri).host, scopes, createdAt, lastUsedAt };
};

export const ConnectedApplicationConnection = connectionOf('ConnectedApplication', ConnectedApplicationType);

@InputType({ description: 'The connected application to revoke.' })
export class RevokeApplicationInput {
  @Field(() => ID, { description: 'The application: 24 hexadecimal characters.' })
  applicationId: string;
}

@ObjectType({ description: 'Result of revokeApplication.' })
export class RevokeApplicationPayload {
  @Field(() => ID, { description: 'Id of the revoked application.' })
  revokedApplicationId: string;
}
