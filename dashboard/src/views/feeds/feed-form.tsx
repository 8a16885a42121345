import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, MultiSelect, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useMutation, useQuery } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { AccountsField } from '../../posts/accounts-field.js';
import { useAccountsOf } from '../../posts/use-accounts-of.js';
import { useLabels } from '../../posts/use-labels.js';
import { FeedPreview } from './feed-preview.js';
import {
  CREATE_FEED,
  type Feed,
  PREVIEW_FEED,
  type Preview,
  SCHEDULES_FOR_FEEDS,
  UPDATE_FEED,
} from './feeds.operations.js';

interface FeedFormProps {
  /** The one that is edited; null: a new one. */
  feed: Feed | null;
  onSaved: () => void;
  onClose: () => void;
}

const DRAFTS = 'DRAFTS';
const NEXT_FREE = 'NEXT_FREE';
const USUAL = '{{title}}\n\n{{link}}';
/** What a text may have of an entry. */
const FIELDS = ['{{title}}, {{link}}, {{summary}}, {{author}}', '{{hashtags}}'] as const;

/** Address, accounts and rules of a feed, with a preview of what its entries would become. */
export function FeedForm({ feed, onSaved, onClose }: FeedFormProps) {
  const client = useClient();
  const [url, setUrl] = useState(feed?.url ?? '');
  const [template, setTemplate] = useState(feed?.template ?? USUAL);
  const [goesTo, setGoesTo] = useState(feed?.schedule ?? DRAFTS);
  const [dailyMax, setDailyMax] = useState<number | string>(feed?.dailyMax ?? 10);
  const [include, setInclude] = useState<string[]>(feed?.filter.include ?? []);
  const [exclude, setExclude] = useState<string[]>(feed?.filter.exclude ?? []);
  const [attachesImages, setAttachesImages] = useState(feed?.attachesImages ?? false);
  const [labelIds, setLabelIds] = useState<string[]>(feed?.labelIds ?? []);
  const { labels = [] } = useLabels();
  const [existing, setExisting] = useState<number | string>(0);
  const [preview, setPreview] = useState<{ shown?: Preview; failure?: Failure; isLoading?: boolean }>({});
  const accounts = useAccountsOf(feed?.platformIds ?? []);
  const [{ data }] = useQuery({ query: SCHEDULES_FOR_FEEDS });
  const [, create] = useMutation(CREATE_FEED);
  const [, update] = useMutation(UPDATE_FEED);

  const rules = () => ({
    ...{ url, platformIds: accounts.platformIds, template, attachesImages },
    filter: { include, exclude, categories: feed?.filter.categories ?? [] },
  });
  const submit = async ({ name = '' }: Record<string, string>): Promise<Failure | null> => {
    const isQueued = goesTo !== DRAFTS;
    const fields = {
      ...{
        ...rules(),
        name,
        labelIds,
        dailyMax: Number(dailyMax),
        result: isQueued ? ('QUEUE' as const) : ('DRAFT' as const),
      },
      schedule: isQueued ? goesTo : null,
    };
    const { url: address, ...others } = fields;
    const changes = address === feed?.url ? others : fields;
    const result = feed
      ? await update({ input: { feedId: feed.id, ...changes } })
      : await create({ input: { ...fields, existing: Number(existing) } });
    const failure = failureOf(result);
    if (failure) return failure;
    showDone(t`Feed saved`);
    onSaved();
    onClose();
    return null;
  };
  const show = async () => {
    setPreview({ isLoading: true });
    const answer = await client.query(PREVIEW_FEED, { input: rules() }, { requestPolicy: 'network-only' });
    const failure = failureOf(answer);
    setPreview(failure ? { failure } : { shown: answer.data?.previewFeed ?? undefined });
  };
  const schedules = data?.postingSchedules?.edges.map(({ node: { id, name } }) => ({
    value: id,
    label: t`Queue: ${name}`,
  }));
  return (
    <Dialog onClose={onClose} title={feed ? t`Edit the feed` : t`Add a feed`} size="lg">
      <Form action={feed ? t`Save` : t`Add`} onSubmit={submit}>
        <TextInput
          label={t`Address of the feed`}
          description={t`RSS, Atom or JSON Feed`}
          type="url"
          required
          withAsterisk={false}
          maxLength={2_000}
          placeholder="https://example.com/feed"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          name="name"
          label={t`Name`}
          required
          withAsterisk={false}
          maxLength={100}
          defaultValue={feed?.name}
        />
        <AccountsField label={t`Accounts`} chosen={accounts.chosen} onChoose={accounts.choose} />
        <Select
          label={t`New entries become`}
          data={[
            { value: DRAFTS, label: t`Drafts` },
            { value: NEXT_FREE, label: t`Queue: the next free time` },
            ...(schedules ?? []),
          ]}
          value={goesTo}
          onChange={(value) => setGoesTo(value ?? DRAFTS)}
          allowDeselect={false}
        />
        <Textarea
          label={t`Text`}
          description={t`${FIELDS[0]} and ${FIELDS[1]} are filled in. What is too long for an account is shortened.`}
          required
          withAsterisk={false}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2_000}
          value={template}
          onChange={({ currentTarget }) => setTemplate(currentTarget.value)}
        />
        <TagsInput label={t`Only entries with one of these words`} maxTags={20} value={include} onChange={setInclude} />
        <TagsInput label={t`No entries with these words`} maxTags={20} value={exclude} onChange={setExclude} />
        <MultiSelect
          label={t`Labels of its posts`}
          data={labels.map(({ id, name }) => ({ value: id, label: name }))}
          value={labelIds.filter((id) => labels.some((label) => label.id === id))}
          onChange={setLabelIds}
          maxValues={20}
          nothingFoundMessage={t`No label yet`}
          searchable
        />
        <Group grow align="flex-start">
          <NumberInput
            label={t`Posts a day at most`}
            min={1}
            max={50}
            allowDecimal={false}
            value={dailyMax}
            onChange={setDailyMax}
          />
          {!feed && (
            <NumberInput
              label={t`Entries to post that are there by now`}
              min={0}
              max={20}
              allowDecimal={false}
              value={existing}
              onChange={setExisting}
            />
          )}
        </Group>
        <Switch
          label={t`Attach the image of an entry`}
          checked={attachesImages}
          onChange={({ currentTarget }) => setAttachesImages(currentTarget.checked)}
        />
        <Group>
          <Button variant="default" loading={preview.isLoading} disabled={url === ''} onClick={show}>
            <Trans>Preview</Trans>
          </Button>
        </Group>
        {preview.failure && <FailureNotice failure={preview.failure} />}
        {preview.shown && <FeedPreview preview={preview.shown} />}
      </Form>
    </Dialog>
  );
}
