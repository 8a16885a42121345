import { Button, Fieldset, Grid, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import type { AccountList } from '../../parts/accounts.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { outsideDialogs } from '../../parts/shortcuts.js';
import { useViewer } from '../../shell/viewer.js';
import { AccountChoice } from './account-choice.js';
import type { ComposedGroup } from './compose.operations.js';
import { ConflictNotice } from './conflict.js';
import { CoverField } from './cover-field.js';
import type { Draft } from './draft.js';
import { FilesField } from './files-field.js';
import { placeOf } from './issues.js';
import { rememberTargets, slotOf } from './kept-drafts.js';
import { Previews } from './previews.js';
import { SettingsFields } from './settings-fields.js';
import { SubmitBar } from './submit-bar.js';
import { TextFields } from './text-fields.js';
import { Timing } from './timing.js';
import { useComposer } from './use-composer.js';
import type { Wish } from './use-submit.js';

interface ComposerProps {
  /** Where the draft is kept in this browser. */
  slot: string;
  begin: () => Draft;
  accounts: AccountList;
}

/** The composer: text, targets, files, settings and time of a post, beside its preview and problems. */
export function Composer({ slot, begin, accounts }: ComposerProps) {
  const composer = useComposer(slot, begin, accounts.list);
  const { draft, change, chosen, check, missing, conflict, stored, failure, isScheduled } = composer;
  const { id: viewerId } = useViewer();
  const navigate = useNavigate();
  const text = useRef<HTMLTextAreaElement>(null);
  const choose = useCallback((platformIds: string[]) => change({ platformIds }), [change]);
  useEffect(() => text.current?.focus(), []);

  const isLeaving = useRef(false);
  const finish = async (group: Pick<ComposedGroup, 'id'>, wish: Wish) => {
    if (isLeaving.current) return;
    rememberTargets(viewerId, draft.platformIds);
    if (wish === 'draft' && slot.endsWith(group.id)) return;
    isLeaving.current = true;
    const params = { postGroupId: group.id };
    if (wish === 'draft') {
      composer.moveTo(slotOf(viewerId, group.id));
      return navigate({ to: '/compose/$postGroupId', params, replace: true });
    }
    composer.forget();
    const message =
      draft.at === null || Date.parse(draft.at) <= Date.now()
        ? 'Your post is being published'
        : isScheduled
          ? 'Changes saved'
          : 'Post scheduled';
    notifications.show({ message, color: 'green', role: 'status' });
    return navigate({ to: '/posts/$postGroupId', params });
  };
  const submit = async (wish: Wish) => {
    const group = await composer.submit(wish);
    if (group) await finish(group, wish);
    // What has the focus was disabled meanwhile.
    else if (draft.content.trim() === '' || document.activeElement === document.body) text.current?.focus();
  };
  const { arrived } = composer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once.
  useEffect(() => {
    if (arrived) void finish(arrived, 'send');
  }, [arrived]);
  // A scheduled post is saved as what it is.
  const save = () => (isScheduled ? draft.at !== null && submit('send') : submit('draft'));
  useHotkeys(
    [outsideDialogs(['mod+Enter', () => void submit('send')]), outsideDialogs(['mod+S', () => void save()])],
    [],
  );

  if (accounts.list.length === 0 && draft.platformIds.length === 0) {
    return (
      <Empty
        title="Connect an account first"
        action={
          <Button component={Link} to="/accounts">
            Accounts
          </Button>
        }
      >
        Posts go to the accounts that you connect: one of a platform, or several of many. Then you write a post once,
        and see here what it becomes on each of them.
      </Empty>
    );
  }
  const issuesOf = (place: ReturnType<typeof placeOf>) => check.issues.filter((issue) => placeOf(issue) === place);
  const chosenPlatforms = new Set(chosen.map(({ platform }) => platform?.toLowerCase() ?? ''));
  const waiting = isScheduled
    ? 'Files are uploaded when you save: this post is scheduled.'
    : 'Files are uploaded once the post has a text and an account.';
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          {conflict && <ConflictNotice conflict={conflict} stored={stored} change={change} />}
          {/* What was written while it is sent would be part of nothing. */}
          <Fieldset variant="unstyled" disabled={composer.running === 'send'}>
            <Stack gap="lg">
              <TextFields
                draft={draft}
                change={change}
                accounts={chosen}
                previews={check.previews}
                issues={issuesOf('text')}
                error={missing.text}
                textRef={text}
              />
              <AccountChoice
                accounts={accounts}
                chosen={draft.platformIds}
                onChoose={choose}
                error={missing.accounts}
              />
              <FilesField
                draft={draft}
                change={change}
                uploads={composer.uploads}
                waiting={composer.isEager ? null : waiting}
                issues={issuesOf('files')}
              />
              <CoverField draft={draft} change={change} chosen={chosenPlatforms} />
              <SettingsFields draft={draft} change={change} chosen={chosenPlatforms} issues={issuesOf('settings')} />
              <Timing draft={draft} change={change} />
            </Stack>
          </Fieldset>
          {failure && !conflict && <FailureNotice failure={failure} />}
          <SubmitBar composer={composer} onSubmit={submit} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Previews previews={check.previews} accounts={chosen} files={draft.files} />
      </Grid.Col>
    </Grid>
  );
}
