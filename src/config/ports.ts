import type { HttpConfig } from './http.js';
import type { ProcessConfig } from './process.js';

/** A port that this process is to listen on, and the variable that sets it. */
export interface ConfiguredPort {
  variable: string;
  /** 0: any free port. */
  port: number;
}

interface Listening extends Pick<ProcessConfig, 'roles' | 'workerPort' | 'metricsPort'> {
  embedded: boolean;
  http: Pick<HttpConfig, 'port' | 'publicUrl'>;
  sandboxPort: number;
}

/** Every port that a process with this configuration listens on. */
export function portsOf({ roles, embedded, http, workerPort, metricsPort, sandboxPort }: Listening): ConfiguredPort[] {
  const isApi = roles.has('api');
  return [
    ...(isApi ? [{ variable: 'PORT', port: http.port }] : []),
    ...(!isApi && workerPort !== null ? [{ variable: 'WORKER_PORT', port: workerPort }] : []),
    ...(metricsPort === null ? [] : [{ variable: 'METRICS_PORT', port: metricsPort }]),
    ...(embedded ? [{ variable: 'SANDBOX_PORT', port: sandboxPort }] : []),
  ];
}

/** Ports that browsers connect to by no http address: the bad ports of the Fetch standard. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** `problems` gets a sentence for each port that browsers refuse or that is given twice. */
export function checkPorts(config: Listening, problems: string[]): void {
  const ports = portsOf(config);
  const { publicUrl } = config.http;
  const opened = ports.filter(({ variable }) => variable === 'SANDBOX_PORT' || (variable === 'PORT' && !publicUrl));
  if (publicUrl) opened.push({ variable: 'The port of PUBLIC_URL', port: Number(new URL(publicUrl).port) });
  for (const { variable, port } of opened) {
    if (BAD_PORTS.has(port)) {
      problems.push(`${variable} must not be ${port}: browsers refuse it (a bad port of the Fetch standard).`);
    }
  }
  for (const [index, { variable, port }] of ports.entries()) {
    const earlier = ports.slice(0, index).find((other) => port !== 0 && other.port === port);
    if (earlier) problems.push(`${variable} and ${earlier.variable} are both ${port}: they need two ports.`);
  }
}
