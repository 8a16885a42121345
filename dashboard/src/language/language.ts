/** The language of the dashboard: the one that was chosen in this browser, or else the browser's. */
import { i18n, type Messages } from '@lingui/core';

interface Language {
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Its messages, and what other libraries need for it. English is in the scripts. */
  load?: () => Promise<{ messages: Messages }>;
}

const german = async () => {
  const [texts] = await Promise.all([import('virtual:texts/de'), import('dayjs/locale/de.js')]);
  return texts;
};
const pseudo = () => import('virtual:texts/pseudo');

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr', load: german },
} as const satisfies Record<string, Language>;

/** For tests: English with accents, from left to right and from right to left. Nobody is offered them. */
const PSEUDO_LOCALES = {
  'en-XA': { name: 'Pseudo', direction: 'ltr', load: pseudo },
  'ar-XB': { name: 'Pseudo', direction: 'rtl', load: pseudo },
} as const satisfies Record<string, Language>;

const KNOWN: Record<string, Language> = { ...LANGUAGES, ...PSEUDO_LOCALES };
const SLOT = 'language';

/** The languages of the browser that `Intl` takes: on some systems one is `en-US@posix`. */
const PREFERRED = navigator.languages.filter(isLocale);

const languageOf = (locale: string): string => new Intl.Locale(locale).language;

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

/** The language of this window. Another one is chosen with a new load of the page, so it never changes. */
export const LANGUAGE: string = chosen() ?? PREFERRED.map(languageOf).find(isOffered) ?? 'en';

/** Of numbers, dates and lists: the language as it is spoken in the person's region, if the browser knows. */
export const LOCALE: string =
  [new Intl.NumberFormat().resolvedOptions().locale, ...PREFERRED].find((locale) => languageOf(locale) === LANGUAGE) ??
  (isOffered(LANGUAGE) ? LANGUAGE : 'en');

export const DIRECTION = KNOWN[LANGUAGE]?.direction ?? 'ltr';

function isOffered(language: string): boolean {
  return Object.hasOwn(LANGUAGES, language);
}

function chosen(): string | null {
  try {
    const kept = localStorage.getItem(SLOT);
    return kept !== null && Object.hasOwn(KNOWN, kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Chooses a language in this browser, and loads the page in it. */
export function chooseLanguage(language: string): void {
  try {
    localStorage.setItem(SLOT, language);
  } catch {
    // Without storage, the language is the browser's.
  }
  location.reload();
}

/** Before anything is shown. If the messages cannot be loaded, the page is in English. */
export async function loadLanguage(): Promise<void> {
  // Messages are parsed when the dashboard is built (dashboard/texts.mjs).
  i18n.setMessagesCompiler((message) => [message]);
  const messages = await KNOWN[LANGUAGE]?.load?.().then(
    (loaded) => loaded.messages,
    () => null,
  );
  const shown = messages === null ? 'en' : LANGUAGE;
  i18n.load(shown, messages ?? {});
  i18n.activate(shown, LOCALE);
  document.documentElement.lang = shown;
  document.documentElement.dir = messages === null ? 'ltr' : DIRECTION;
}
