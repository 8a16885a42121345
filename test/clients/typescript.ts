import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A folder for one test file; packages are found from it. */
export function useFolder(): string {
  mkdirSync('.build/clients', { recursive: true });
  const folder = mkdtempSync(path.resolve('.build/clients/project-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by their paths in the folder, and returns what TypeScript says of them, at its strictest. */
export function compile(folder: string, files: Record<string, string>): string[] {
  const names = Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(names, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file ? path.relative(folder, file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
