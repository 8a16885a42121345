import { t } from '@lingui/core/macro';
import { type CSSVariablesResolver, createTheme, type MantineThemeColors } from '@mantine/core';
import { BRAND_COLOR } from '../parts/brand.js';
import { ACCENT_SHADE, accentShades } from './accent.js';

/** The tokens of dashboard/DESIGN.md. All texts have contrasts of at least 4.5:1 (WCAG 2.2 AA). */
export const theme = createTheme({
  colors: {
    accent: accentShades(BRAND_COLOR),
    gray: [
      '#f6f6f4',
      '#f0f0ed',
      '#e7e7e3',
      '#dcdcd7',
      '#c9c9c3',
      '#a3a39d',
      '#787872',
      '#5c5c57',
      '#3d3d3a',
      '#1c1c1a',
    ],
    dark: [
      '#e8e9ec',
      '#b6b9c0',
      '#9a9ea7',
      '#757a84',
      '#33363d',
      '#26282d',
      '#1d1f23',
      '#121316',
      '#0d0e10',
      '#08090a',
    ],
  },
  black: '#1c1c1a',
  primaryColor: 'accent',
  primaryShade: ACCENT_SHADE,
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.1875rem', sm: '0.3125rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 6%)',
    sm: '0 1px 3px rgb(0 0 0 / 8%)',
    md: '0 4px 16px rgb(0 0 0 / 10%)',
    lg: '0 8px 28px rgb(0 0 0 / 14%)',
    xl: '0 16px 48px rgb(0 0 0 / 20%)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  // No animations for users who have turned them off in their system.
  respectReducedMotion: true,
  components: {
    // Mantine uses a `header`, which would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Badge: { defaultProps: { variant: 'light', color: 'gray', radius: 'sm' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { shadow: 'xl', radius: 'lg', transitionProps: { duration: 160 } } },
    // Read when one is shown: texts are not there before.
    Notification: { defaultProps: () => ({ closeButtonProps: { 'aria-label': t`Close` } }) },
    // A target is at least 24 pixels wide and high.
    Radio: { vars: () => ({ root: { '--radio-size': '1.5rem' } }) },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
});

/** Texts on light badges and alerts: without black, orange, yellow, lime, green and teal have less than 4.5:1. */
const onLight = (colors: MantineThemeColors): Record<string, string> =>
  Object.fromEntries(
    Object.keys(colors).map((name) => [
      `--mantine-color-${name}-light-color`,
      `color-mix(in srgb, var(--mantine-color-${name}-9), black 30%)`,
    ]),
  );

export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...onLight(colors),
    '--mantine-color-body': '#fcfcfb',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-outline': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 12%)',
    '--mantine-color-placeholder': '#6a6a65',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-7)',
    '--mantine-color-accent-light': 'var(--mantine-color-accent-0)',
    '--mantine-color-accent-light-hover': 'var(--mantine-color-accent-1)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-8)',
  },
  dark: {
    '--mantine-color-body': '#121316',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-outline': 'var(--mantine-color-red-4)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 12%)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-3)',
    '--mantine-color-accent-light': 'color-mix(in srgb, var(--mantine-color-accent-4) 14%, transparent)',
    '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--mantine-color-accent-4) 20%, transparent)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-2)',
  },
});
