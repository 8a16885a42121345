import type { LabelColor } from './labels.operations.js';

/** Each color of the service: how it is called, and the color of the theme that shows it. */
export const LABEL_COLORS: Record<LabelColor, { label: string; color: string }> = {
  GRAY: { label: 'Gray', color: 'gray' },
  RED: { label: 'Red', color: 'red' },
  PINK: { label: 'Pink', color: 'pink' },
  PURPLE: { label: 'Purple', color: 'grape' },
  VIOLET: { label: 'Violet', color: 'violet' },
  INDIGO: { label: 'Indigo', color: 'indigo' },
  BLUE: { label: 'Blue', color: 'blue' },
  CYAN: { label: 'Cyan', color: 'cyan' },
  TEAL: { label: 'Teal', color: 'teal' },
  GREEN: { label: 'Green', color: 'green' },
  YELLOW: { label: 'Yellow', color: 'yellow' },
  ORANGE: { label: 'Orange', color: 'orange' },
};

export const COLOR_CHOICES = Object.entries(LABEL_COLORS).map(([value, { label }]) => ({ value, label }));

/** A shade with contrast to the page in both themes. */
export const shadeOf = (color: LabelColor): string => {
  const { color: name } = LABEL_COLORS[color];
  return `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-5))`;
};
