import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime, Int64, Url } from '../../foundation/graphql/scalars.js';
import { AccountExportStatus } from './account-export.js';

registerEnumType(AccountExportStatus, {
  name: 'AccountExportStatus',
  description: 'Status of an export.',
  valuesConfig: {
    PENDING: { description: 'It is being made.' },
    READY: { description: 'It can be downloaded until it expires.' },
    FAILED: { description: 'It could not be made. Request another one.' },
  },
});

@ObjectType('AccountExport', {
  implements: Node,
  description:
    'An archive of everything in an account and its managed users: a ZIP file with JSON and the uploaded files. Its README.txt describes the files in it.',
})
export class AccountExportType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => AccountExportStatus, { description: 'Ask for it again every few seconds while it is PENDING.' })
  status: AccountExportStatus;

  @Field(() => DateTime, { description: 'When it was requested.' })
  requestedAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it became ready, or failed; null while it is pending.' })
  endedAt: Date | null;

  @Field(() => DateTime, { description: 'When it is deleted: seven days after it became ready.' })
  expiresAt: Date;

  @Field(() => Int64, { nullable: true, description: 'Bytes; null until it is ready.' })
  size: number | null;

  @Field(() => Url, {
    nullable: true,
    description:
      'The download address: GET without credentials, valid for five minutes from now; null until the export is ready. Anyone who has the address can download it.',
  })
  url: string | null;
}

export const AccountExportConnection = connectionOf('AccountExport', AccountExportType);

@InputType({ description: 'Input of requestAccountExport.' })
export class RequestAccountExportInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, {
    nullable: true,
    description:
      'If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID.',
  })
  code?: string | null;
}

@ObjectType({ description: 'Result of requestAccountExport.' })
export class RequestAccountExportPayload {
  @Field(() => AccountExportType, { description: 'The export.' })
  accountExport: AccountExportType;
}
