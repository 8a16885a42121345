import { Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ImportField } from './columns.js';
import { WithoutTime } from './imports.js';
import type { Delimiter } from './read-table.js';
import { DateFormat } from './read-time.js';

registerEnumType(ImportField, {
  name: 'ImportField',
  description: 'What the cells of a column are.',
  valuesConfig: {
    TEXT: { description: 'The text of the post.' },
    PLATFORM_TEXT: { description: 'The text for the accounts of one platform, in place of TEXT. Empty: TEXT.' },
    TITLE: {
      description: 'The title on platforms that have one as a setting. Others do not show it: a warning names them.',
    },
    LINK: {
      description:
        'One address (http or https) that is added after the text, unless a link of the text is equal. `HTTPS://EXAMPLE.com` equals `https://example.com/`.',
    },
    TIME: {
      description:
        'When it is published: `2026-01-31 14:30` on the clocks of the import’s time zone, ISO 8601 with an offset, or NEXT_FREE for the queue. Empty: `withoutTime`.',
    },
    ACCOUNTS: {
      description:
        'Connected accounts, separated by `;`, `,` or line breaks: handles, names, ids, platform ids, `platform:handle`, or a platform with one account.',
    },
    LABELS: { description: 'Names of labels, separated by `;`, `,` or line breaks.' },
    FILES: { description: 'Addresses of images and videos (http or https), separated by spaces, `|` or line breaks.' },
    ALT_TEXTS: { description: 'Alternative texts, separated by `|` or line breaks, in the order of the files.' },
    SCHEDULE: { description: 'The name or id of a posting schedule, to whose queue the post is added.' },
  },
});

registerEnumType(WithoutTime, {
  name: 'ImportWithoutTime',
  description: 'What a row without a time becomes.',
  valuesConfig: {
    DRAFT: { description: 'A draft.' },
    NEXT_FREE: { description: 'A post in the queue of the oldest posting schedule that is for its accounts.' },
  },
});

registerEnumType(DateFormat, {
  name: 'ImportDateFormat',
  description: 'How dates such as 01/02/2026 are read.',
  valuesConfig: {
    DAY_FIRST: { description: '1 February.' },
    MONTH_FIRST: { description: '2 January.' },
  },
});

export const DelimiterEnum: Record<Delimiter, Delimiter> = {
  COMMA: 'COMMA',
  SEMICOLON: 'SEMICOLON',
  TAB: 'TAB',
};
registerEnumType(DelimiterEnum, {
  name: 'ImportDelimiter',
  description: 'What separates the cells of a row.',
  valuesConfig: {
    COMMA: { description: '`,`' },
    SEMICOLON: { description: '`;`' },
    TAB: { description: 'A tab.' },
  },
});

@InputType({ description: 'A column that is read. Others are ignored.' })
export class ImportColumnInput {
  @Field(() => Int, { description: 'Its number; the first one is 1. IMPORT_COLUMNS_INVALID.' })
  column: number;

  @Field(() => ImportField, { description: 'What its cells are. Each once, PLATFORM_TEXT once for each platform.' })
  field: ImportField;

  @Field(() => PlatformEnum, { nullable: true, description: 'Of PLATFORM_TEXT, and only of it.' })
  platform?: PlatformKey | null;
}

@InputType({ description: 'A file with posts, and how it is read.' })
export class ImportInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The file as text: CSV of at most 750 kB with a header, 1,000 rows, 100 columns, and 10,000 rows including blank ones. IMPORT_FILE_INVALID.',
  })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The bytes of the file as base64, in place of `text`: UTF-8, or UTF-16 with a byte order mark. IMPORT_FILE_INVALID.',
  })
  base64?: string | null;

  @Field(() => DelimiterEnum, { nullable: true, description: 'If omitted, it is detected in the first row.' })
  delimiter?: Delimiter | null;

  @Field(() => [ImportColumnInput], {
    nullable: true,
    description: 'At most 100. If omitted, they are guessed by the names in the first row. IMPORT_COLUMNS_INVALID.',
  })
  columns?: ImportColumnInput[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'In which times without an offset are read: a name of the IANA time zone database. If omitted, that of the account, or UTC. TIME_ZONE_INVALID.',
  })
  timeZone?: string | null;

  @Field(() => DateFormat, {
    nullable: true,
    description: 'Of dates such as 01/02/2026. If omitted, such a date is a problem.',
  })
  dateFormat?: DateFormat | null;

  @Field(() => WithoutTime, { defaultValue: WithoutTime.DRAFT, description: 'What a row without a time becomes.' })
  withoutTime: WithoutTime;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of connections, at most 100: the accounts of rows that name none. ID_INVALID, PLATFORMS_TOO_MANY, CONNECTIONS_NOT_FOUND.',
  })
  accountIds?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Create labels that do not exist, when the import begins.',
  })
  createLabels: boolean;
}

@InputType({ description: 'A file whose rows become posts.' })
export class ImportPostsInput extends ImportInput {
  @Field(() => String, { nullable: true, description: 'The name of the file, for the list of imports.' })
  fileName?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Import the rows without problems. Otherwise any problem is IMPORT_HAS_PROBLEMS, and nothing is stored.',
  })
  skipInvalid: boolean;
}

@InputType({ description: 'The import to undo.' })
export class UndoImportInput {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  importId: string;
}
