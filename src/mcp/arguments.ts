import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** Accepts any arguments: parseArguments checks them, with messages from which a model can correct its call. */
export const UNCHECKED = z.looseObject({});

/** Problems that one response names, and its characters. */
const MAX_PROBLEMS = 10;
const MAX_MESSAGE = 2000;

/** Parses the arguments of a tool. Error: InvalidParams, which names each wrong argument and what it accepts. */
export function parseArguments<Input extends z.ZodObject>(name: string, input: Input, given: unknown): z.output<Input> {
  const parsed = input.safeParse(given, { error: inWords });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ message, path }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  const message = `Invalid arguments for tool ${name}: ${problems.join('; ')}`;
  throw new McpError(ErrorCode.InvalidParams, message.slice(0, MAX_MESSAGE));
}

/** Messages in place of those of zod that do not name the accepted values; undefined keeps zod's. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
    const [given, known] = [issue.keys, Object.keys(issue.inst.shape)];
    return `Unrecognized key: ${given.map((key) => `"${key}"`).join(', ')}. The keys are ${known.join(', ')}`;
  }
  if (issue.code === 'invalid_union') {
    const ofEach = issue.errors.flatMap(([first]) => first?.message ?? []);
    return [...new Set(ofEach)].join(', or ') || undefined;
  }
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return 'Write a time in ISO 8601 with a zone: 2030-05-01T09:00:00+02:00';
  }
  return undefined;
};
