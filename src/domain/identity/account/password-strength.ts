/**
 * How easy a password is to guess, according to zxcvbn: common passwords, words, names, keyboard runs, dates, repeats.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** From 0 to 4; 3 withstands 10^8 guesses. */
const LEAST_SCORE = 3;
/**
 * Scoring takes quadratic time in the length, and more with every letter that has look-alikes. With these, the worst
 * texts of 64 characters take some 30 ms of CPU; what follows them makes a password no weaker.
 */
const SCORED_CHARACTERS = 64;
const LETTER_SUBSTITUTIONS = 4;

export interface Weakness {
  warning: string | null;
  suggestions: string[];
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** Its word lists take about 25 MB and a third of a second, so they are loaded with the first password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    l33tMaxSubstitutions: LETTER_SUBSTITUTIONS,
    maxLength: SCORED_CHARACTERS,
  });
}

/** Why a password is too easy to guess; null when it is not. `about` are texts that belong to its owner. */
export async function weaknessOf(password: string, about: readonly string[]): Promise<Weakness | null> {
  loading ??= load();
  const zxcvbn = await loading;
  const words = about
    .flatMap((text) => [text, text.replace(/@.*/, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  const { score, feedback } = zxcvbn.check(password.slice(0, SCORED_CHARACTERS), words.slice(0, 20));
  return score < LEAST_SCORE ? { warning: feedback.warning, suggestions: feedback.suggestions } : null;
}
