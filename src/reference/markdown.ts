/** Texts of the service as Markdown for the documentation site, which also reads tags and `{{ }}` in it. */

/** A text of the service, with code in backticks. Addresses and everything that is Markdown elsewhere stay text. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escaped(part)))
    .join('')
    .replace(/\s*\n\s*/g, ' ');

const escaped = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\{\{/g, '&#123;&#123;')
    .replace(/[\\*_[\]~]/g, '\\$&');

/** A text that has any characters but backticks. */
export const code = (text: string): string => `\`${text}\``;

/** A table; empty if it has no rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};

/** Blocks of Markdown, without those that are empty. */
export const blocks = (...parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter((part) => part).join('\n\n')}\n`;
