import { t } from '@lingui/core/macro';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ComposerEvents } from '../../composer/composer.js';
import { EditPost } from '../../composer/edit-post.js';
import { NewPost } from '../../composer/new-post.js';
import { Page } from '../../parts/page.js';

const newRoute = getRouteApi('/signed-in/compose');
const editRoute = getRouteApi('/signed-in/compose/$postGroupId');

/** A new post, or the one that was begun in this browser. */
export function NewView() {
  const { at } = newRoute.useSearch();
  return (
    <Page title={t`New post`}>
      <NewPost at={at} {...useLeave()} />
    </Page>
  );
}

/** A draft, or a scheduled post. */
export function EditView() {
  const { postGroupId } = editRoute.useParams();
  const { target } = editRoute.useSearch();
  return (
    <Page title={t`Edit post`}>
      <EditPost postGroupId={postGroupId} account={target} {...useLeave()} />
    </Page>
  );
}

/** A saved draft stays open under its own address; another post shows its page, until it is taken back. */
function useLeave(): Pick<ComposerEvents, 'onDone' | 'onTakenBack'> {
  const { navigate } = useRouter();
  return useMemo(
    () => ({
      onDone: ({ id: postGroupId }, wish) =>
        void (wish === 'draft'
          ? navigate({ to: '/compose/$postGroupId', params: { postGroupId }, replace: true })
          : navigate({ to: '/posts/$postGroupId', params: { postGroupId } })),
      onTakenBack: ({ id: postGroupId }) =>
        void navigate({ to: '/compose/$postGroupId', params: { postGroupId }, replace: true }),
    }),
    [navigate],
  );
}
