/** The examples at the end of each command's help. */

const POST = '0123456789abcdef01234567';

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'social-publishing': [
    'login https://publishing.example.com',
    'post "Hello" --to fediverse --follow',
    "list --status failed --jq '.[].id'",
  ],
  login: ['login https://publishing.example.com', 'login https://publishing.example.com --profile work < key.txt'],
  logout: ['logout --profile work'],
  post: [
    'post "Hello" --to fediverse --follow',
    'post "A picture" --to fediverse,skyfeed --file cat.png --alt "A cat" --at 2035-01-31T09:00:00Z',
    'post --to fediverse --draft < text.txt',
  ],
  validate: ['validate "Hello" --to fediverse,skyfeed'],
  follow: [`follow ${POST}`, `follow ${POST} --jq .type`],
  upload: [`upload ${POST} cat.png dog.png`],
  files: [`files ${POST}`],
  'remove-files': [`remove-files ${POST}`],
  list: ['list --status failed,partially_published', "list --limit 100 --jq '.[] | [.id, .content] | @tsv'"],
  get: [`get ${POST}`, `get ${POST} --jq '.posts[].url'`],
  edit: [`edit ${POST} --text "Other words"`, `edit ${POST} --at 2035-01-31T09:00:00Z`],
  delete: [`delete ${POST}`],
  retry: [`retry ${POST}`],
  unpublish: [`unpublish ${POST} --to fediverse`, `unpublish ${POST}`],
  accounts: ['accounts', 'accounts --jq \'.[] | select(.tokenStatus == "EXPIRED") | .platformId\''],
  whoami: ['whoami'],
  usage: ['usage', 'usage --jq .storage.usedBytes'],
  api: [
    "api '{ viewer { plan { name } } }'",
    `api 'query ($id: ID!) { postGroup(id: $id) { status } }' --variables '{"id": "${POST}"}'`,
    'api @operation.graphql --jq .viewer.email',
  ],
  completion: ['completion bash > ~/.social-publishing-completion'],
};

export const examplesOf = (command: string): string =>
  ['', 'Examples:', ...(EXAMPLES[command] ?? []).map((line) => `  $ social-publishing ${line}`)].join('\n');
