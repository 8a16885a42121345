const reserved = /[\\|{}@[\]()<>#*_~]/;

/** The elements of a text: a mention, a hashtag as a template, a plain hashtag, one escaped character. */
const elements: readonly [pattern: RegExp, shown: (match: RegExpExecArray) => string][] = [
  [/@\[((?:\\.|[^\\\]])+)\]\(urn:li:(?:person|organization):[\w-]+\)/y, ([, name = '']) => unescaped(name)],
  [/\{hashtag\|\\?[#＃]\|((?:\\.|[^\\}])+)\}/y, ([, tag = '']) => `#${unescaped(tag)}`],
  [/#[\p{L}\p{N}]+/uy, ([tag]) => tag],
  [/\\(.)/suy, ([, character = '']) => character],
];

const unescaped = (text: string): string => text.replace(/\\(.)/gsu, '$1');

/** The text of a commentary as people see it; the platform cuts it at the first reserved character that means nothing. */
export function readLittleText(commentary: string): string {
  let text = '';
  let at = 0;
  while (at < commentary.length) {
    const found = elements
      .map(([pattern, shown]) => {
        pattern.lastIndex = at;
        const match = pattern.exec(commentary);
        return match && { length: match[0].length, text: shown(match) };
      })
      .find((match) => match !== null);
    const plain = commentary.charAt(at);
    if (!found && reserved.test(plain)) return text;
    text += found ? found.text : plain;
    at += found ? found.length : 1;
  }
  return text;
}
