import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { Empty } from '../parts/empty.js';
import { useRun } from '../parts/use-run.js';
import { usePostActions } from '../posts/use-post-actions.js';

/** A scheduled post that was approved as it is: it is changed only as a draft. `onTakenBack`: it is one. */
export function Approved({ postGroupId, onTakenBack }: { postGroupId: string; onTakenBack: () => void }) {
  const actions = usePostActions();
  const { running, run } = useRun();
  const takeBack = async () => {
    if (await run(() => actions.unschedule(postGroupId))) onTakenBack();
  };
  return (
    <Empty
      title={t`This post was approved as it is`}
      icon={CheckCircleIcon}
      action={
        <Button loading={running} onClick={() => void takeBack()}>
          <Trans>Take it back to draft</Trans>
        </Button>
      }
    >
      <Trans>
        To change it, take it back to draft, and ask for approval again. Until then it goes out at its time.
      </Trans>
    </Empty>
  );
}
