import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Fieldset, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useClient } from 'urql';
import type { AccountList } from '../parts/accounts.js';
import { Empty } from '../parts/empty.js';
import { shortTime } from '../parts/formats.js';
import { useMay } from '../parts/may.js';
import { useTimeZone } from '../parts/time.js';
import { useAsking } from '../shell/approvals.js';
import { useViewer } from '../shell/viewer.js';
import { AccountChoice } from './account-choice.js';
import { Additions } from './additions.js';
import type { ComposedGroup, Issue } from './compose.operations.js';
import classes from './composer.module.css';
import { ConflictNotice } from './conflict.js';
import type { Draft } from './draft.js';
import { FilesField } from './files-field.js';
import { placeOf } from './issues.js';
import { rememberTargets, slotOf } from './kept-drafts.js';
import { LabelsField } from './labels-field.js';
import type { TextHandle } from './parts-editor.js';
import { PreviewOfDraft } from './previews.js';
import { Refused } from './refused.js';
import { SendBar } from './send-bar.js';
import { SettingsFields } from './settings-fields.js';
import { offerToTakeBack } from './take-back.js';
import { TextEditor } from './text-editor.js';
import { useComposer } from './use-composer.js';
import type { Wish } from './use-submit.js';

/** What the caller does when a post is finished. The composer navigates nowhere by itself. */
export interface ComposerEvents {
  /** The group is stored as a draft, or scheduled (`send`). */
  onDone: (group: ComposedGroup, wish: Wish) => void;
  /** Publishing was undone after `onDone`: the group can be edited again. */
  onTakenBack: (group: ComposedGroup) => void;
  /** Closes the panel that has the composer. Absent: it is a page. */
  onClose?: (() => void) | undefined;
}

interface ComposerProps extends ComposerEvents {
  /** Where the draft is kept in this browser. */
  slot: string;
  begin: () => Draft;
  accounts: AccountList;
  /** The proposed time. A new one replaces the time of the post, and nothing else of it. */
  at?: string | undefined;
  /** The platform id of the account whose text is opened first; otherwise that of all. */
  account?: string | undefined;
}

/** The composer: accounts, text, files, settings and time of a post, beside its preview and problems. */
export function Composer({ slot, begin, accounts, at, account, onDone, onTakenBack, onClose }: ComposerProps) {
  const composer = useComposer(slot, begin, accounts);
  const { draft, change, resolved, check, missing, conflict, stored, failure, isScheduled } = composer;
  const { chosen } = resolved;
  const { id: viewerId } = useViewer();
  const mayPublish = useMay('PUBLISH');
  const asking = useAsking();
  const mayConnect = useMay('MANAGE');
  const client = useClient();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  const text = useRef<TextHandle>(null);
  const openFiles = useRef<() => void>(null);
  const choose = useCallback((platformIds: string[]) => change({ platformIds }), [change]);
  const addFiles = useCallback(() => openFiles.current?.(), []);
  useEffect(() => text.current?.focus(), []);
  useEffect(
    () => change((before) => (at && at !== before.proposedAt ? { at, timing: 'CHOSEN', proposedAt: at } : {})),
    [at, change],
  );

  const isLeaving = useRef(false);
  const finish = (group: ComposedGroup, wish: Wish, before: string | null | undefined) => {
    if (isLeaving.current) return;
    rememberTargets(viewerId, draft.platformIds);
    if (wish === 'draft' && slot.endsWith(group.id)) return;
    isLeaving.current = true;
    if (wish === 'draft') {
      composer.moveTo(slotOf(viewerId, group.id));
      return onDone(group, wish);
    }
    composer.forget();
    if (wish === 'repeat') return void navigate({ to: '/recurring', search: { post: group.id } });
    onDone(group, wish);
    if (wish === 'ask') return;
    if (composer.isQueued && group.scheduledTime !== null) {
      const message = t`Added to the queue: ${shortTime(group.scheduledTime, timeZone)}`;
      notifications.show({ message, color: 'green', role: 'status' });
      return;
    }
    if (draft.at === null && before !== undefined) {
      return offerToTakeBack({ client, group, scheduledTime: before, onTakenBack });
    }
    const isNow = draft.at === null || Date.parse(draft.at) <= Date.now();
    const message = isNow ? t`Your post is being published` : isScheduled ? t`Changes saved` : t`Post scheduled`;
    notifications.show({ message, color: 'green', role: 'status' });
  };
  const submit = async (wish: Wish) => {
    const before = isScheduled ? (stored?.scheduledTime ?? null) : null;
    const group = await composer.submit(wish);
    if (group) finish(group, wish, before);
    // What has the focus was disabled meanwhile.
    else if (draft.content.trim() === '' || document.activeElement === document.body) text.current?.focus();
  };
  const latestSubmit = useRef(submit);
  latestSubmit.current = submit;
  const onSubmit = useCallback((wish: Wish) => void latestSubmit.current(wish), []);
  const { arrived } = composer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once.
  useEffect(() => {
    if (arrived) finish(arrived, 'send', undefined);
  }, [arrived]);
  const main = asking.instead && !isScheduled ? 'ask' : mayPublish ? 'send' : 'draft';
  // A scheduled post is saved as what it is.
  const save = () => (isScheduled ? draft.at !== null && submit('send') : submit('draft'));
  // Not below another dialog; the panel of the composer is one, too.
  const onTop = (act: () => void) => () => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    if (dialogs.at(-1)?.contains(root.current) ?? true) act();
  };
  useHotkeys(
    [
      ['mod+Enter', onTop(() => void submit(main))],
      ['mod+S', onTop(() => void save())],
    ],
    [],
  );
  const issues = useMemo(() => byPlace(check.issues), [check.issues]);
  const platforms = [...new Set(chosen.map(({ platform }) => platform?.toLowerCase() ?? ''))].sort().join(' ');
  const chosenPlatforms = useMemo(() => new Set(platforms.split(' ')), [platforms]);

  if (accounts.list.length === 0 && draft.platformIds.length === 0) {
    return (
      <Empty
        title={mayConnect ? t`Connect an account first` : t`No account is connected yet`}
        action={
          mayConnect && (
            <Button component={Link} to="/accounts" onClick={onClose}>
              <Trans>Accounts</Trans>
            </Button>
          )
        }
      >
        {mayConnect
          ? t`Posts go to the accounts that you connect: one of a platform, or several of many. Then you write a post once, and see here what it becomes on each of them.`
          : t`Posts go to connected accounts. Ask the owner or an admin to connect one.`}
      </Empty>
    );
  }
  const waiting = isScheduled
    ? t`Files are uploaded when you save: this post is scheduled.`
    : t`Files are uploaded once the post has a text and an account.`;
  return (
    <div ref={root} className={classes.composer} data-page={onClose === undefined || undefined}>
      <div className={classes.columns}>
        <Stack gap="md">
          {conflict && <ConflictNotice conflict={conflict} stored={stored} change={change} />}
          {/* What was written while it is sent would be part of nothing. */}
          <Fieldset variant="unstyled" disabled={composer.running === 'send' || composer.running === 'ask'}>
            <Stack gap="md">
              <AccountChoice
                accounts={accounts}
                chosen={draft.platformIds}
                resolved={resolved}
                onChoose={choose}
                error={missing.accounts}
              />
              <TextEditor
                draft={draft}
                change={change}
                accounts={chosen}
                opened={account}
                previews={check.previews}
                issues={issues.text}
                error={missing.text}
                text={text}
                onAddFiles={addFiles}
              />
              <Additions draft={draft} change={change} previews={check.previews} />
              <FilesField
                files={draft.files}
                coverMs={draft.coverMs}
                chosen={chosenPlatforms}
                settings={draft.settings}
                change={change}
                uploads={composer.uploads}
                waiting={composer.isEager ? null : waiting}
                issues={issues.files}
                open={openFiles}
              />
              <SettingsFields
                settings={draft.settings}
                files={draft.files}
                change={change}
                chosen={chosenPlatforms}
                issues={issues.settings}
              />
              <LabelsField labels={draft.labels} change={change} />
            </Stack>
          </Fieldset>
          {failure && !conflict && <Refused failure={failure} onAsk={() => onSubmit('ask')} />}
        </Stack>
        <PreviewOfDraft
          previews={check.previews}
          issues={check.issues}
          isCurrent={check.isCurrent}
          files={draft.files}
          coverMs={draft.coverMs}
          at={draft.at}
          accounts={chosen}
        />
      </div>
      <SendBar composer={composer} onSubmit={onSubmit} />
    </div>
  );
}

function byPlace(issues: Issue[]): Record<ReturnType<typeof placeOf>, Issue[]> {
  const sorted: Record<ReturnType<typeof placeOf>, Issue[]> = { text: [], settings: [], files: [] };
  for (const issue of issues) sorted[placeOf(issue)].push(issue);
  return sorted;
}
