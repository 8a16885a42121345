/** The examples at the end of each command's help. */

const POST = '0123456789abcdef01234567';

const SCHEDULE = 'fedcba9876543210fedcba98';

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
    'post --to fediverse --queue --first-comment "Until six" < text.txt',
  ],
  validate: ['validate "Hello" --to fediverse,skyfeed'],
  follow: [`follow ${POST}`, `follow ${POST} --jq .type`],
  upload: [`upload ${POST} cat.png dog.png`],
  files: [`files ${POST}`],
  'remove-files': [`remove-files ${POST}`],
  list: [
    'list --status failed,partially_published',
    'list --label "Spring sale"',
    "list --limit 100 --jq '.[] | [.id, .content] | @tsv'",
  ],
  get: [`get ${POST}`, `get ${POST} --jq '.posts[].url'`],
  edit: [`edit ${POST} --text "Other words"`, `edit ${POST} --at 2035-01-31T09:00:00Z`],
  delete: [`delete ${POST}`],
  retry: [`retry ${POST}`],
  unpublish: [`unpublish ${POST} --to fediverse`, `unpublish ${POST}`],
  schedules: ['schedules', "schedules --jq '.[].nextFreeTimes[0]'"],
  queue: [`queue ${SCHEDULE}`],
  pause: [`pause ${SCHEDULE}`],
  resume: [`resume ${SCHEDULE}`],
  reorder: [`reorder ${SCHEDULE} 0123456789abcdef01234568 ${POST}`],
  shuffle: [`shuffle ${SCHEDULE}`],
  recurring: ['recurring', "recurring --jq '.[].rule'"],
  repeat: [
    `repeat ${POST} --rule "FREQ=WEEKLY;BYDAY=MO" --at 2030-01-07T09:00:00Z --zone Europe/Berlin`,
    `repeat ${POST} --rule "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12" --at 2030-01-31T09:00:00Z --text "Other words"`,
  ],
  'pause-repeat': [`pause-repeat ${POST}`, `pause-repeat ${POST} --resume`],
  'delete-repeat': [`delete-repeat ${POST} --keep-posts`],
  accounts: ['accounts', 'accounts --jq \'.[] | select(.tokenStatus == "EXPIRED") | .platformId\''],
  signature: ['signature fediverse "ACME, the green tea shop"', 'signature fediverse ""'],
  'link-parameters': ['link-parameters --source {platform} --medium social', 'link-parameters --to fediverse --remove'],
  library: ['library', "library cat --jq '.[].id'"],
  keep: ['keep cat.png dog.png', 'post "A cat" --to fediverse --file "$(social-publishing keep cat.png --jq .id)"'],
  feed: [
    'feed https://blog.example.com/feed.xml --to fediverse',
    'feed https://news.example.com/feed.xml --to fediverse --queue --name News --template "{{title}} {{link}}"',
  ],
  feeds: ['feeds', "feeds --jq '.[] | {name, state, problem}'"],
  import: ['import posts.csv --preview', 'import posts.csv --zone Europe/Berlin --create-labels'],
  'undo-import': [`undo-import ${POST}`, `undo-import ${POST} --jq .counts.removed`],
  snippets: ['snippets', "snippets launch --jq '.[].text'"],
  snippet: [
    'snippet Launch --value product=Tea',
    'snippet Launch --value product=Tea | social-publishing post --to fediverse',
  ],
  labels: ['labels', "labels --jq '.[].name'"],
  label: [`label ${POST} --add "Spring sale" --remove Idea`],
  results: [
    'results',
    'results --from 2035-01-01 --to 2035-02-01 --group-by week --by reactions',
    'results --from 2035-01-01 --to 2035-02-01 --csv > results.csv',
  ],
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
