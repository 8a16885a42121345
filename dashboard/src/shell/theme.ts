import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Mantine's own, with contrasts of at least 4.5:1 (WCAG 2.2 AA). */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  // No animations for users who have turned them off in their system.
  respectReducedMotion: true,
  components: {
    // Mantine uses a `header`, which would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
  },
});
