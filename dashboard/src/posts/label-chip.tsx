import { t } from '@lingui/core/macro';
import classes from './label-chip.module.css';
import { shadeOf } from './label-colors.js';
import type { Label, LabelColor } from './labels.operations.js';

/** A color beside a name. */
export const LabelDot = ({ color }: { color: LabelColor }) => (
  <span className={classes.dot} style={{ background: shadeOf(color) }} aria-hidden />
);

/** A label: its name, and its color beside it. */
export const LabelChip = ({ label: { name, color } }: { label: Label }) => (
  <span className={classes.chip} title={name}>
    <LabelDot color={color} />
    <span className={classes.name}>{name}</span>
  </span>
);

/** The labels of a post; nothing if it has none. */
export const LabelChips = ({ labels, name = t`Labels` }: { labels: readonly Label[]; name?: string }) =>
  labels.length > 0 && (
    <ul className={classes.chips} aria-label={name}>
      {labels.map((label) => (
        <li key={label.id}>
          <LabelChip label={label} />
        </li>
      ))}
    </ul>
  );
