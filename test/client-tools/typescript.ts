import path from 'node:path';
import ts from 'typescript';

/** What TypeScript says of files of a folder, at its strictest. */
export function compile(folder: string, files: string[]): string[] {
  const program = ts.createProgram(
    files.map((name) => path.join(folder, name)),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    },
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file ? path.relative(folder, file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
