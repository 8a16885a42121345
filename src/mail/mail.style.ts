/**
 * Styles of e-mails. Mail clients drop style sheets, so every element carries its own; the sheet only adds the dark
 * theme and narrow screens to clients that read it. The colors are those of dashboard/DESIGN.md.
 */
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const TEXT = '#3d3d3a';
const SOFT = '#5c5c57';
const HEADING = '#1c1c1a';

export const STYLE = {
  body: 'margin:0;padding:0;width:100%;background-color:#f6f6f4;-webkit-text-size-adjust:100%',
  preview: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  back: 'background-color:#f6f6f4',
  column: 'width:100%;max-width:600px',
  brand: `padding:0 0 20px;${FONT};font-size:16px;line-height:32px;font-weight:600;color:${HEADING}`,
  card: 'background-color:#ffffff;border:1px solid #e7e7e3;border-radius:12px;padding:36px 40px 20px',
  heading: `margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;font-weight:600;color:${HEADING}`,
  paragraph: `margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:${TEXT}`,
  facts: 'margin:4px 0 20px;border-collapse:collapse',
  factName: `padding:4px 20px 4px 0;${FONT};font-size:14px;line-height:1.5;font-weight:400;text-align:left;vertical-align:top;white-space:nowrap;color:${SOFT}`,
  factValue: `padding:4px 0;${FONT};font-size:14px;line-height:1.5;vertical-align:top;word-break:break-word;color:${TEXT}`,
  button: 'margin:8px 0 12px;border-collapse:separate',
  copy: `margin:0 0 20px;${FONT};font-size:13px;line-height:1.5;color:${SOFT};word-break:break-word;overflow-wrap:anywhere`,
  foot: `padding:20px 4px 0;${FONT};font-size:13px;line-height:1.5;color:${SOFT}`,
  footLink: `color:${SOFT};text-decoration:underline`,
} as const;

export const markStyle = (color: string): string =>
  `width:32px;height:32px;border-radius:8px;background-color:${color};${FONT};font-size:17px;line-height:32px;font-weight:700;text-align:center;color:#ffffff`;

export const buttonCellStyle = (color: string): string => `border-radius:8px;background-color:${color}`;

/** The padding is a border for clients that give a link none. */
export const buttonStyle = (color: string): string =>
  `display:inline-block;padding:0 4px;border:12px solid ${color};border-width:12px 20px;border-radius:8px;background-color:${color};${FONT};font-size:16px;line-height:20px;font-weight:600;text-decoration:none;color:#ffffff`;

/** `[data-ogsc]` is Outlook's dark theme. */
const DARK = [
  ['back', 'background-color:#0d0e10'],
  ['card', 'background-color:#18191d;border-color:#33363d'],
  ['heading', 'color:#e8e9ec'],
  ['text', 'color:#d5d7db'],
  ['soft', 'color:#b6b9c0'],
] as const;

const rules = (scope: string): string =>
  DARK.map(([name, style]) => `${scope}.${name}{${style.replaceAll(/(?=;|$)/g, ' !important')}}`).join('');

export const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.card{padding:28px 24px 12px !important}.fact{display:block !important}.edge{padding:24px 12px !important}}
@media (prefers-color-scheme:dark){${rules('')}}
${rules('[data-ogsc] ')}`;
