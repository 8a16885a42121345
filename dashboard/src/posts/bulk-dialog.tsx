import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { AlertIcon, ArrowRightIcon } from '@primer/octicons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { excerpt } from '../parts/excerpt.js';
import { showFailure } from '../parts/failure-notice.js';
import { type Done, runAll } from '../parts/run-all.js';
import { showDone } from '../parts/show-done.js';
import { showUndo } from '../parts/show-undo.js';
import classes from './bulk-dialog.module.css';
import type { BulkPost } from './bulk-plan.js';

/** What happens to one post. */
interface BulkRow {
  post: BulkPost;
  before?: ReactNode;
  after?: ReactNode;
  /** Why nothing happens to it. */
  refusal: string | null;
}

interface BulkDialogProps<Row extends BulkRow> {
  title: string;
  /** What the button does with so many: `Move 3 posts`. */
  action: (count: number) => string;
  /** What was done with so many: `3 posts moved`. */
  done: (count: number) => string;
  /** Whether it cannot be undone. */
  danger?: boolean;
  /** All of the posts, with what happens to each. */
  rows: Row[];
  act: (row: Row) => Promise<Done>;
  /** Controls above the list. */
  children?: ReactNode;
  onDone: () => void;
  onClose: () => void;
}

/** Shows what will happen to each of many posts, does it, and lists what did not succeed. */
export function BulkDialog<Row extends BulkRow>({
  title,
  action,
  done,
  danger = false,
  rows,
  act,
  children,
  onDone,
  onClose,
}: BulkDialogProps<Row>) {
  const [progress, setProgress] = useState<number | null>(null);
  const [failed, setFailed] = useState<BulkRow[] | null>(null);
  const possible = rows.filter(({ refusal }) => refusal === null);
  const isRunning = progress !== null && failed === null;
  const run = async () => {
    setProgress(0);
    const outcomes = await runAll(possible, act, setProgress);
    const refused = possible.flatMap(({ post }, index) => {
      const failure = outcomes[index]?.failure;
      return failure ? [{ post, refusal: failure.message }] : [];
    });
    const undos = outcomes.flatMap(({ undo }) => undo ?? []);
    const succeeded = possible.length - refused.length;
    if (undos.length > 0) showUndo(done(succeeded), () => void undoAll(undos, onDone));
    else if (succeeded > 0) showDone(done(succeeded));
    onDone();
    if (refused.length > 0) setFailed(refused);
    else onClose();
  };
  return (
    <Dialog title={title} onClose={isRunning ? () => {} : onClose} size="lg">
      <Stack>
        {failed ? (
          <>
            <Alert
              color="red"
              icon={<AlertIcon />}
              role="alert"
              title={plural(failed.length, { one: '# post not changed', other: '# posts not changed' })}
            />
            <Rows rows={failed} label={t`Not changed`} />
          </>
        ) : (
          <>
            {children}
            <Rows rows={[...possible, ...rows.filter(({ refusal }) => refusal !== null)]} label={t`What happens`} />
          </>
        )}
        {isRunning && (
          <Progress value={(100 * progress) / possible.length} aria-label={t`${progress} of ${possible.length} done`} />
        )}
        <Group justify="flex-end">
          {failed ? (
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={isRunning} onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button
                color={danger ? 'red' : undefined}
                disabled={possible.length === 0}
                loading={isRunning}
                onClick={run}
              >
                {action(possible.length)}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const Rows = ({ rows, label }: { rows: readonly BulkRow[]; label: string }) => (
  // What scrolls can be scrolled by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <section className={classes.scroll} tabIndex={0} aria-label={label}>
    <ul className={classes.list}>
      {rows.map(({ post, before, after, refusal }) => (
        <li key={post.id} className={classes.row} data-refused={refusal !== null || undefined}>
          <Text size="sm" truncate className={classes.text}>
            {excerpt(post.content, 80)}
          </Text>
          {refusal === null ? (
            <Group gap={6} wrap="nowrap" className={classes.change}>
              {before && <span className={classes.before}>{before}</span>}
              {before && after && <ArrowRightIcon size={12} aria-label={t`becomes`} />}
              {after}
            </Group>
          ) : (
            <Text size="sm" c="dimmed" className={classes.change}>
              {refusal}
            </Text>
          )}
        </li>
      ))}
    </ul>
  </section>
);

async function undoAll(undos: NonNullable<Done['undo']>[], onDone: () => void): Promise<void> {
  const outcomes = await runAll(undos, async (undo) => ({ failure: await undo() }));
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first) {
    const { message } = first;
    const notRestored = plural(failures.length, {
      one: `# post not restored: ${message}`,
      other: `# posts not restored: ${message}`,
    });
    showFailure({ ...first, message: notRestored });
  } else showDone(t`Undone`);
  onDone();
}
