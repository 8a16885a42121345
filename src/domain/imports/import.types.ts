import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { listOf } from '../../foundation/graphql/cost.js';
import { Node } from '../../foundation/graphql/node.types.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { ImportField } from './columns.js';
import { DelimiterEnum } from './import.inputs.js';
import { ImportStatus, RowOutcome, RowStatus } from './imports.js';
import type { Delimiter } from './read-table.js';

registerEnumType(RowOutcome, {
  name: 'ImportOutcome',
  description: 'What a row becomes.',
  valuesConfig: {
    SCHEDULED: { description: 'A post that is published at its time.' },
    QUEUED: { description: 'A post in the queue of a posting schedule, which gives it its time.' },
    DRAFT: {
      description: 'A draft: it has no time, or you may not schedule posts; then it keeps its time or its place.',
    },
  },
});

registerEnumType(ImportStatus, {
  name: 'ImportStatus',
  description: 'Whether an import has ended.',
  valuesConfig: {
    RUNNING: { description: 'Its posts are being created.' },
    DONE: { description: 'Each row has its post, or a reason why not.' },
    UNDOING: { description: 'Its posts are being removed.' },
    UNDONE: { description: 'Its posts were removed, except those that the rows with the status KEPT name.' },
  },
});

registerEnumType(RowStatus, {
  name: 'ImportRowStatus',
  description: 'What became of a row.',
  valuesConfig: {
    PENDING: { description: 'It waits for its turn.' },
    CREATED: { description: 'It has its post.' },
    SKIPPED: { description: 'It had a problem before the import began, or the import was undone before its turn.' },
    FAILED: { description: 'Its post could not be created.' },
    REMOVED: { description: 'Its post was removed when the import was undone. Importing the file creates it again.' },
    KEPT: { description: 'Its post stayed when the import was undone; `reason` says why.' },
  },
});

@ObjectType({ description: 'A column of a file.' })
export class ImportPreviewColumn {
  @Field(() => Int, { description: 'Its number; the first one is 1.' })
  column: number;

  @Field(() => String, { description: 'Its name in the first row.' })
  header: string;

  @Field(() => ImportField, {
    nullable: true,
    description: 'How it is read, as chosen or guessed. Null: it is ignored.',
  })
  field: ImportField | null;

  @Field(() => PlatformEnum, { nullable: true, description: 'Of PLATFORM_TEXT.' })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The beginning of its first cell that is not empty.' })
  sample: string;
}

@ObjectType({ description: 'What is wrong with a row, and how to fix it.' })
export class ImportProblem {
  @Field(() => Int, { nullable: true, description: 'The number of the column. Null: it is about the whole row.' })
  column: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cell, or the part of it that is wrong: at most 100 characters, without invisible ones.',
  })
  value: string | null;

  @Field(() => String, { description: 'What is wrong, as the rest of a sentence about the value or the row.' })
  wrong: string;

  @Field(() => String, { description: 'What to do.' })
  fix: string;

  @Field(() => Boolean, { description: 'It does not keep the row from being imported.' })
  isWarning: boolean;
}

@ObjectType({ description: 'An account to which a row goes.' })
export class ImportAccount {
  @Field(() => ID, { description: 'Of the connection: 24 hexadecimal characters.' })
  id: string;

  @Field(() => PlatformEnum, { description: 'The platform that it is on.' })
  platform: PlatformKey;

  @Field(() => String, { description: 'Its handle.' })
  username: string;
}

@ObjectType({ description: 'What a row would become.' })
export class ImportPreviewRow {
  @Field(() => Int, { description: 'Its number in a spreadsheet: the header is row 1.' })
  number: number;

  @Field(() => String, { description: 'The first 100 characters of its text.' })
  excerpt: string;

  @Field(() => RowOutcome, { description: 'What it becomes.' })
  outcome: RowOutcome;

  @Field(() => DateTime, { nullable: true, description: 'When it is published. Null: a draft, or in a queue.' })
  scheduledTime: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of its posting schedule; NEXT_FREE: the oldest that is for its accounts. Null: none.',
  })
  schedule: string | null;

  @Field(() => [ImportAccount], { description: 'Its accounts, at most 100.' })
  accounts: ImportAccount[];

  @Field(() => [String], { description: 'The names of its labels, at most 20.' })
  labels: string[];

  @Field(() => [String], {
    description: 'The addresses of its files, at most 100. They are fetched once it is imported.',
  })
  files: string[];

  @Field(() => ID, { nullable: true, description: 'The post that an earlier import of this file made. Null: none.' })
  postGroupId: string | null;

  @Field(() => [ImportProblem], { description: 'What is wrong with it: at most 20, warnings last.' })
  problems: ImportProblem[];
}

@ObjectType({ description: 'Sums of the rows of a file.' })
export class ImportTotals {
  @Field(() => Int, { description: 'Rows that are not blank.' })
  rows: number;

  @Field(() => Int, { description: 'Rows that would be imported.' })
  ready: number;

  @Field(() => Int, { description: 'Rows that an earlier import of this file has imported.' })
  imported: number;

  @Field(() => Int, { description: 'Rows with a problem.' })
  invalid: number;

  @Field(() => Int, { description: 'Of those that are ready: with a time.' })
  scheduled: number;

  @Field(() => Int, { description: 'Of those that are ready: in a queue.' })
  queued: number;

  @Field(() => Int, { description: 'Of those that are ready: drafts.' })
  drafts: number;

  @Field(() => Int, { description: 'Platform posts of those that are ready: one for each account of a row.' })
  platformPosts: number;
}

@ObjectType({ description: 'What the import of a file would do. Nothing was stored.' })
export class ImportPreview {
  @Field(() => DelimiterEnum, { description: 'What separates its cells.' })
  delimiter: Delimiter;

  @Field(() => String, { description: 'The time zone in which it is read.' })
  timeZone: string;

  @Field(() => [ImportPreviewColumn], { description: 'Its columns, at most 100.' })
  columns: ImportPreviewColumn[];

  @Field(() => ImportTotals, { description: 'Sums of its rows.' })
  totals: ImportTotals;

  @Field(() => [String], { description: 'Names of labels that would be created.' })
  newLabels: string[];

  @Field(() => [ImportPreviewRow], {
    description: 'Its rows, at most 1,000, in order.',
    // Reading the file is what takes long, and is counted by the query.
    complexity: listOf(1),
  })
  rows: ImportPreviewRow[];
}

@ObjectType('PostImportRow', { description: 'A row of an import.' })
export class PostImportRowType {
  @Field(() => Int, { description: 'Its number in a spreadsheet: the header is row 1.' })
  number: number;

  @Field(() => RowStatus, { description: 'What became of it.' })
  status: RowStatus;

  @Field(() => String, { description: 'The first 100 characters of its text.' })
  excerpt: string;

  @Field(() => ID, { nullable: true, description: 'Its post, which may be deleted since. Null: none.' })
  groupId: string | null;

  @Field(() => String, { nullable: true, description: 'Why it has none, or why it stayed.' })
  reason: string | null;
}

export const PostImportRowConnection = connectionOf('PostImportRow', PostImportRowType);

@ObjectType('PostImportCounts', { description: 'How many rows of an import have each status.' })
export class PostImportCountsType {
  @Field(() => Int, { description: 'Rows in all.' })
  rows: number;

  @Field(() => Int, { description: 'Rows that wait for their turn.' })
  pending: number;

  @Field(() => Int, { description: 'Rows with their post.' })
  created: number;

  @Field(() => Int, { description: 'Rows that had a problem before the import began, or were not reached.' })
  skipped: number;

  @Field(() => Int, { description: 'Rows whose post could not be created.' })
  failed: number;

  @Field(() => Int, { description: 'Rows whose post was removed because the import was undone.' })
  removed: number;

  @Field(() => Int, { description: 'Rows whose post stayed when the import was undone.' })
  kept: number;
}

@ObjectType('PostImportUndo', { description: 'What undoing an import would do now.' })
export class PostImportUndoType {
  @Field(() => Int, { description: 'Posts that would be removed.' })
  removed: number;

  @Field(() => Int, {
    description:
      'Posts that would stay: their publishing has begun, they were changed, approved or commented on, or you may not remove them.',
  })
  kept: number;
}

@ObjectType('PostImport', {
  implements: Node,
  description:
    'The import of a file. An account has one of each file: importing it again goes on with the rows that have no post. Deleted 90 days after it ended.',
})
export class PostImportType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'The name of the file.' })
  fileName: string;

  @Field(() => ImportStatus, { description: 'Whether it has ended.' })
  status: ImportStatus;

  @Field(() => DateTime, { description: 'When it was first started.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it ended. Null: it is running, or being undone.' })
  endedAt: Date | null;
}

export const PostImportConnection = connectionOf('PostImport', PostImportType);

@ObjectType({ description: 'Result of importPosts.' })
export class ImportPostsPayload {
  @Field(() => PostImportType, {
    description: 'The import. Its posts are created in the background: read it again, or wait for the notification.',
  })
  import: PostImportType;
}

@ObjectType({ description: 'Result of undoImport.' })
export class UndoImportPayload {
  @Field(() => PostImportType, {
    description: 'The import. Its posts are removed in the background: read it until its status is UNDONE.',
  })
  import: PostImportType;
}
