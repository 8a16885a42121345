/** The status of a post or a group is written in one place, so that rows, jobs, log, events and webhooks stay together. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['src', 'rest-compat', 'jobs'];
const ONE_PLACE = 'src/domain/posts/state/record-changes.repository.ts';

const SQL =
  /\b(?:UPDATE|INTO|DELETE FROM|TRUNCATE|MERGE INTO)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?(?:platform_posts\b|post_groups\b|\$\{)[^`]*?(?=\bFROM\b|\bWHERE\b|\bSELECT\b|$)/gi;
const TYPEORM =
  /\.(?:insert|update|save|upsert|delete|remove|increment|decrement|into|from)\(\s*(?:PlatformPostEntity|PostGroupEntity)[^)]*/g;

const sources: [file: string, text: string][] = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations'))
    .map((file): [string, string] => [path.posix.join(folder, file), readFileSync(path.join(folder, file), 'utf8')]),
);

/** By file: what it writes to posts and their groups. */
const writes = Object.fromEntries(
  sources
    .map(([file, text]): [string, string[]] => [
      file,
      [...text.matchAll(SQL), ...text.matchAll(TYPEORM)].map(([write]) => write.replace(/\s+/g, ' ').trim()),
    ])
    .filter(([, found]) => found.length > 0),
);

test('nothing else writes a status: not to posts, and not to groups', () => {
  const { [ONE_PLACE]: here, ...elsewhere } = writes;
  expect(here?.length).toBeGreaterThanOrEqual(5);
  expect(elsewhere).toEqual({
    // Positions of live events after a restored backup.
    'src/admin/reset-transactions.repository.ts': [expect.stringMatching(/^UPDATE post_groups SET event_position = /)],
    // Rows of an account that moves to another pod, as they are.
    'src/pods/account-copy.repository.ts': [expect.stringMatching(/^INTO .{7}$/)],
    // Tables of secrets.
    'src/domain/accounts/stored-secrets.repository.ts': [expect.stringMatching(/^UPDATE .{8} SET .{8} = /)],
    // Rows of accounts that are gone.
    'src/domain/owner/removal.repository.ts': [
      expect.stringMatching(/^DELETE FROM .{8}$/),
      'DELETE FROM platform_posts',
      'DELETE FROM post_groups',
    ],
    // Which posts and which files have a label.
    'src/domain/labels/label.repository.ts': [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the source.
      'INTO ${name} (label_id, ${id})',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the source.
      'DELETE FROM ${name}',
    ],
    // What their types let through: no status.
    'src/domain/posts/state/post-group.repository.ts': [
      '.update(PostGroupEntity, id, columns<PostGroupEntity>(changes',
    ],
    // Texts alone.
    'src/domain/posts/reading/post-text.repository.ts': ['UPDATE platform_posts p SET content = g.content'],
    'src/domain/publishing/publish-attempt.repository.ts': ['UPDATE platform_posts SET lease_until = $3'],
    // Tables of the retention, which are neither.
    'src/foundation/database/retention.ts': [expect.stringMatching(/^DELETE FROM .{8} t USING free$/)],
  });
  const retained = readFileSync('jobs/retention-rules.ts', 'utf8').matchAll(/\btable: '(\w+)'/g);
  const tables = [...retained].map(([, table]) => table);
  expect(tables).toContain('post_logs');
  expect(tables.filter((table) => table === 'platform_posts' || table === 'post_groups')).toEqual([]);
});

test('the events of groups, which carry their statuses, are recorded there alone', () => {
  const users = sources.filter(([, text]) => /\brecordEvents\b/.test(text)).map(([file]) => file);
  expect(users).toEqual([ONE_PLACE]);
});
