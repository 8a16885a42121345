import { t } from '@lingui/core/macro';
import { Group, Switch } from '@mantine/core';
import { memo } from 'react';
import type { Preview } from './compose.operations.js';
import type { Draft } from './draft.js';

interface AdditionsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  previews: Preview[];
}

/** Leaves off what the service would add to the texts. Shown only if there is something to add. */
export const Additions = memo(({ draft, change, previews }: AdditionsProps) => {
  const added = new Set(previews.flatMap(({ additions }) => additions));
  const { addSignature, addLinkParameters } = draft;
  const switches = [
    !addSignature || added.has('SIGNATURE') ? (
      <Switch
        key="signature"
        label={t`Signature`}
        checked={addSignature}
        onChange={({ currentTarget }) => change({ addSignature: currentTarget.checked })}
      />
    ) : null,
    !addLinkParameters || added.has('LINK_PARAMETERS') ? (
      <Switch
        key="links"
        label={t`Link parameters`}
        checked={addLinkParameters}
        onChange={({ currentTarget }) => change({ addLinkParameters: currentTarget.checked })}
      />
    ) : null,
  ].filter((shown) => shown !== null);
  return switches.length > 0 ? <Group gap="lg">{switches}</Group> : null;
});
