import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import parser from '@typescript-eslint/parser';
import json from 'jsonc-eslint-parser';

const { recommended } = n8nCommunityNodesPlugin.configs;

export default [
  { ignores: ['dist/**', 'node_modules/**', '*.mjs', 'package-lock.json'] },
  { ...recommended, files: ['**/*.ts'], languageOptions: { parser } },
  { ...recommended, files: ['package.json'], languageOptions: { parser: json } },
];
