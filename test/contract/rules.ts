/** The contract: the pages that state its rules (docs/contract), and the tests that show them (rules.json). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const PAGES = 'docs/contract';

export interface Rule {
  id: string;
  /**
   * "<file> › <describe> › <name>" as jest reports them, with the file relative to this folder. One `*` matches any
   * text.
   */
  tests?: string[];
  /** The planned subject that will show the rule, instead of tests. */
  awaits?: string;
}

/** A row of a page: the rule and the words that state it. */
export interface Statement {
  id: string;
  page: string;
  text: string;
}

const ROW = /^\| <a id="([^"]+)"><\/a>`\1` +\| (.+) \|$/gm;

export const readRules = (): Rule[] => JSON.parse(readFileSync('test/contract/rules.json', 'utf8'));

export const readStatements = (): Statement[] =>
  readdirSync(PAGES).flatMap((page) =>
    [...readFileSync(path.join(PAGES, page), 'utf8').matchAll(ROW)].map(([, id = '', cells = '']) => ({
      id,
      page,
      text: cells.replace(/ +\| +/g, ' · '),
    })),
  );
