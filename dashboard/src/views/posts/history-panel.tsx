import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import { Loading } from '../../parts/loading.js';
import { Panel } from '../../parts/panel.js';
import type { Group } from './posts.operations.js';

/** With the words of the composer, and the search for differences. */
const Versions = lazy(async () => ({ default: (await import('./versions.js')).Versions }));

/** Who changed what of the post. Closed until it is wanted. */
export function HistoryPanel({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Panel
      title={t`History`}
      actions={
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Hide changes` : t`Show changes`}
        </Button>
      }
    >
      {!isOpen && (
        <Text size="sm" c="dimmed">
          <Trans>Who changed what in this post. An earlier version can be restored.</Trans>
        </Text>
      )}
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<Loading rows={2} />}>
            <Versions group={group} onChanged={onChanged} />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}
