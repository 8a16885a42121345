/**
 * Tries what is in deploy/prometheus and deploy/grafana: `node deploy/try-monitoring.mjs`, after `npm run build`, with
 * Prometheus and its promtool on the PATH (Debian: `apt install prometheus`).
 *
 * The rules are checked and their tests run. Then Prometheus scrapes a service that is paused, with the rules at a
 * hundredth of their times: the alert for posts that wait has to fire. Last, each expression of the Grafana dashboard has
 * to be one that Prometheus can evaluate.
 */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const here = import.meta.dirname;
const WITHIN_MS = 120_000;
const [PORT, METRICS_PORT, PROMETHEUS_PORT] = [4780, 4788, 4789];

const promtool = (...args) => execFileSync('promtool', args, { cwd: path.join(here, 'prometheus'), stdio: 'inherit' });
promtool('check', 'config', 'prometheus.yml');
promtool('test', 'rules', 'alerts.test.yml');

const folder = mkdtempSync(path.join(tmpdir(), 'try-monitoring-'));
// Mounted beside the rules by compose.yaml.
copyFileSync(path.join(here, 'compose/prometheus.yml'), path.join(folder, 'prometheus.yml'));
copyFileSync(path.join(here, 'prometheus/alerts.yml'), path.join(folder, 'alerts.yml'));
promtool('check', 'config', path.join(folder, 'prometheus.yml'));
const children = [];
function start(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
}

/** Waits for what `find` returns. */
async function waitFor(what, find) {
  const end = Date.now() + WITHIN_MS;
  while (Date.now() < end) {
    const found = await find().catch(() => undefined);
    if (found) return found;
    await pause(250);
  }
  throw new Error(`There is still no ${what} after ${WITHIN_MS / 1000} seconds`);
}

const prometheus = async (resource, query = {}) => {
  const url = new URL(`/api/v1/${resource}`, `http://127.0.0.1:${PROMETHEUS_PORT}`);
  url.search = new URLSearchParams(query).toString();
  const answer = await (await fetch(url)).json();
  if (answer.status !== 'success') throw new Error(`${query.query ?? resource}: ${answer.error}`);
  return answer.data;
};

try {
  start(process.execPath, [path.join(here, '../.build/service/main.js')], {
    DATA_DIR: folder,
    PORT: String(PORT),
    SANDBOX_PORT: '0',
    METRICS_PORT: String(METRICS_PORT),
    PUBLISH_PAUSED: 'true',
  });
  const rules = readFileSync(path.join(here, 'prometheus/alerts.yml'), 'utf8')
    .replaceAll(/for: \d+m/g, 'for: 1s')
    .replace('> 60', '> 2');
  writeFileSync(path.join(folder, 'alerts.yml'), rules);
  const config = readFileSync(path.join(here, 'prometheus/prometheus.yml'), 'utf8')
    .replaceAll('15s', '1s')
    .replaceAll('9464', String(METRICS_PORT));
  writeFileSync(path.join(folder, 'prometheus.yml'), config);
  start('prometheus', [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/tsdb`,
    `--web.listen-address=127.0.0.1:${PROMETHEUS_PORT}`,
    '--log.level=error',
  ]);

  const facts = await waitFor('service', async () => {
    const { ok } = await fetch(`http://127.0.0.1:${PORT}/health/ready`);
    return ok && JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'));
  });
  const answer = await fetch(`${facts.baseUrl}/api/v1/create-post`, {
    method: 'POST',
    headers: { 'x-api-key': facts.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: 'This one waits',
      platforms: facts.textConnections,
      scheduledTime: new Date(Date.now() + 3_000).toISOString(),
    }),
  });
  if (!answer.ok) throw new Error(`The post was refused: ${await answer.text()}`);
  const alert = await waitFor('alert', async () => {
    const { alerts } = await prometheus('alerts');
    return alerts.find(({ labels, state }) => labels.alertname === 'PostsWaitTooLong' && state === 'firing');
  });
  process.stdout.write(`The alert fires: ${alert.annotations.summary}\n`);

  const { panels } = JSON.parse(readFileSync(path.join(here, 'grafana/dashboard.json'), 'utf8'));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  for (const expr of expressions) await prometheus('query', { query: expr.replaceAll('$__rate_interval', '1m') });
  process.stdout.write(`${expressions.length} expressions of the dashboard can be evaluated\n`);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))));
  rmSync(folder, { recursive: true, force: true });
}
