// The rules of docs/guides/schema-evolution.md. `npm run schema:check` fails on a change of schema.graphql that breaks
// clients of the last release and is not explained, and on a deprecation that does not say what to use instead and until
// when. With `--release`, part of `npm run release`, it makes schema.graphql the released one and writes what has changed
// to the changelog of the schema.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

const CURRENT = 'schema.graphql';
const RELEASED = 'docs/releases/schema.graphql';
const EXPLANATIONS = 'docs/releases/breaking-changes.json';
const CHANGELOG = 'docs/releases/schema-changelog.md';

const DEPRECATION = /^Use `[^`]+`.* Removed on \d{4}-\d{2}-\d{2}\.$/s;

const read = (file) => readFileSync(file, 'utf8');
const schema = buildSchema(read(CURRENT));
const explanations = JSON.parse(read(EXPLANATIONS));
// Before the first release nothing can break.
const changes = existsSync(RELEASED) ? await diff(buildSchema(read(RELEASED)), schema) : [];

const nameOf = ({ type, path }) => `${type} ${path}`;
const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);

const problems = [
  ...breaking
    .filter((change) => !explanations.some((explanation) => explanation.change === nameOf(change)))
    .map(
      (change) => `${nameOf(change)}: ${change.message}. It breaks clients, and ${EXPLANATIONS} does not explain it.`,
    ),
  ...explanations
    .filter(({ reason }) => typeof reason !== 'string' || reason.trim() === '')
    .map(({ change }) => `${change}: ${EXPLANATIONS} gives no reason.`),
  ...explanations
    .filter(({ change }) => !breaking.some((one) => nameOf(one) === change))
    .map(({ change }) => `${change}: ${EXPLANATIONS} explains it, and nothing like it has changed.`),
  ...deprecations(schema)
    .filter(({ reason }) => !DEPRECATION.test(reason))
    .map(({ name, reason }) => `${name}: “${reason}” is not of the form “Use \`field\`. Removed on 2027-01-31.”`),
];

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
if (process.argv.includes('--release')) release();

/** All deprecated members and types, with their reasons. */
function deprecations(of) {
  const members = Object.values(of.getTypeMap()).flatMap((type) => {
    if (isEnumType(type)) return type.getValues().map((value) => [type, value]);
    const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    const fields = hasFields ? Object.values(type.getFields()) : [];
    return fields.flatMap((field) => [
      [type, field],
      ...(field.args ?? []).map((arg) => [`${type}.${field.name}`, arg]),
    ]);
  });
  return members
    .filter(([, { deprecationReason }]) => deprecationReason != null)
    .map(([owner, { name, deprecationReason }]) => ({ name: `${owner}.${name}`, reason: deprecationReason }));
}

function release() {
  const { version } = JSON.parse(read('package.json'));
  const reasonOf = (change) => explanations.find((explanation) => explanation.change === nameOf(change))?.reason;
  const list = (title, level) => {
    const lines = changes
      .filter(({ criticality, type }) => criticality.level === level && !type.includes('DESCRIPTION'))
      .map((change) => [`- ${change.message}.`, reasonOf(change)].filter(Boolean).join(' '));
    return lines.length > 0 ? [`### ${title}`, lines.join('\n')] : [];
  };
  const section = [
    `## ${version} (${new Date().toISOString().slice(0, 10)})`,
    ...(existsSync(RELEASED) ? [] : ['The first release.']),
    ...list('Breaking', CriticalityLevel.Breaking),
    ...list('To be watched', CriticalityLevel.Dangerous),
    ...list('Compatible', CriticalityLevel.NonBreaking),
  ].join('\n\n');
  const [intro, ...earlier] = read(CHANGELOG)
    .trimEnd()
    .split(/\n+(?=## )/);
  writeFileSync(CHANGELOG, `${[intro, section, ...earlier].join('\n\n')}\n`);
  writeFileSync(RELEASED, read(CURRENT));
  writeFileSync(EXPLANATIONS, '[]\n');
}
