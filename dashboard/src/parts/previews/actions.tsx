import type { Icon } from '@primer/octicons-react';
import classes from './post.module.css';

interface Action {
  icon: Icon;
  label?: string;
}

interface ActionsProps {
  of: readonly Action[];
  size?: number;
  /** How they are laid out; absent: spread over the line. */
  kind?: 'start' | 'bar' | 'pills' | undefined;
}

/** What readers can do with a post. Decorative: nothing happens in a preview. */
export const Actions = ({ of, size = 18, kind }: ActionsProps) => (
  <div className={classes.actions} data-kind={kind} aria-hidden>
    {of.map(({ icon: ActionIcon, label }) => (
      <span key={ActionIcon.displayName ?? label ?? ''}>
        <ActionIcon size={size} />
        {label}
      </span>
    ))}
  </div>
);
