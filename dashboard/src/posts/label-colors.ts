import { t } from '@lingui/core/macro';
import type { LabelColor } from './labels.operations.js';

/** Each color of the service: how it is called, and the color of the theme that shows it. */
export const LABEL_COLORS: Record<LabelColor, { label: string; color: string }> = {
  GRAY: {
    get label() {
      return t`Gray`;
    },
    color: 'gray',
  },
  RED: {
    get label() {
      return t`Red`;
    },
    color: 'red',
  },
  PINK: {
    get label() {
      return t`Pink`;
    },
    color: 'pink',
  },
  PURPLE: {
    get label() {
      return t`Purple`;
    },
    color: 'grape',
  },
  VIOLET: {
    get label() {
      return t`Violet`;
    },
    color: 'violet',
  },
  INDIGO: {
    get label() {
      return t`Indigo`;
    },
    color: 'indigo',
  },
  BLUE: {
    get label() {
      return t`Blue`;
    },
    color: 'blue',
  },
  CYAN: {
    get label() {
      return t`Cyan`;
    },
    color: 'cyan',
  },
  TEAL: {
    get label() {
      return t`Teal`;
    },
    color: 'teal',
  },
  GREEN: {
    get label() {
      return t`Green`;
    },
    color: 'green',
  },
  YELLOW: {
    get label() {
      return t`Yellow`;
    },
    color: 'yellow',
  },
  ORANGE: {
    get label() {
      return t`Orange`;
    },
    color: 'orange',
  },
};

export const colorChoices = () => Object.entries(LABEL_COLORS).map(([value, { label }]) => ({ value, label }));

/** A shade with contrast to the page in both themes. */
export const shadeOf = (color: LabelColor): string => {
  const { color: name } = LABEL_COLORS[color];
  return `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-5))`;
};
