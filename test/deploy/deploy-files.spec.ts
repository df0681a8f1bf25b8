import { load, loadAll } from 'js-yaml';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const DEPLOYED = readdirSync(resolve(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(service|yaml|json|sh)$|Dockerfile$/.test(path))
  .map((path) => `deploy/${path.replaceAll('\\', '/')}`);
const UNITS = DEPLOYED.filter((path) => path.endsWith('.service'));

/** Figures that a process shows: those of ours by their registration, and the library's own. */
const SHOWN = new RegExp(
  [
    ...names('libs/http/src/metrics', /(?:name: |follow\()'([a-z_]+)'/g),
    ...names('libs/http/src/metrics', /gauge\('([a-z_]+)'/g),
    ...names('apps/worker/src/housekeeping', /gauge\(\s*'([a-z_]+)'/g),
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'up',
  ]
    .map((name) => `^${name}(?:_bucket|_count|_sum)?$`)
    .join('|'),
);

function names(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(resolve(ROOT, folder)).filter((path) => path.endsWith('.ts'));
  return files.flatMap((path) =>
    [...read(`${folder}/${path}`).matchAll(pattern)].map(([, name]) => name ?? ''),
  );
}

/** The metrics that an expression asks: words that are no function, label or keyword. */
function asked(expression: string): readonly string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|(?:by|without) \([^)]*\)/g, ' ');
  const words = bare.match(/[a-zA-Z_][a-zA-Z0-9_]*(?!\w|\s*\()/g) ?? [];
  return words.filter((word) => !/^(?:e\d+|and|or|unless)$/.test(word));
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

const ALERTS = load(read('deploy/prometheus/alerts.yaml')) as {
  readonly groups: readonly [{ readonly rules: readonly Rule[] }];
};
const DASHBOARD = JSON.parse(read('deploy/grafana/quittance.json')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
};

it('alerts and the dashboard ask figures that there are', () => {
  const rules = ALERTS.groups[0].rules.map(({ alert, expr }) => ({ what: alert, expr }));
  const targets = DASHBOARD.panels.flatMap(({ title, targets: all }) =>
    all.map(({ expr }) => ({ what: title, expr })),
  );
  const all = [...rules, ...targets];
  expect(all.length).toBeGreaterThan(25);
  for (const { what, expr } of all) {
    const figures = asked(expr);
    expect(figures).not.toEqual([]);
    const unknown = figures.filter((name) => !SHOWN.test(name));
    expect({ what, unknown }).toEqual({ what, unknown: [] });
  }
});

it('every alert is told of in the handbook, with what it means', () => {
  const handbook = read('docs/operations.md');
  for (const { alert, annotations } of ALERTS.groups[0].rules) {
    expect(handbook).toContain(`\`${alert}\``);
    expect(annotations.summary.length).toBeGreaterThan(10);
  }
});

/** Files that are started, as they stand in what starts them. */
const STARTED =
  /dist\/apps\/(?:staff-api|portal-api|worker)\/src\/main\.js|dist\/apps\/cli\/src\/[\w-]+\.js/g;

it('what is started is there, and settings are those that there are', () => {
  const known = new Set(
    [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
  );
  const OTHERS = /^(?:MALLOC_|POSTGRES_PASSWORD|OWNER_PASSWORD|APP_PASSWORD|ON_ERROR_STOP|AF_)/;
  for (const path of DEPLOYED) {
    const text = read(path);
    for (const [file] of text.matchAll(STARTED)) {
      const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
      expect(() => read(source)).not.toThrow();
    }
    const settings =
      text.replace(/^\s*#.*$/gm, '').match(/\b[A-Z]{2,}[A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
    const unknown = settings.filter((name) => !known.has(name) && !OTHERS.test(name));
    expect(unknown).toEqual([]);
  }
});

it('a worker has the same flags wherever it is started', () => {
  const flags = (path: string) =>
    [...new Set(read(path).match(/--(?:[a-z]+-)*(?:gc|size=\d+|percent=\d+)/g) ?? [])].sort();
  const wanted = flags('deploy/systemd/quittance-worker.service');
  expect(wanted).toHaveLength(4);
  expect(flags('deploy/compose.yaml')).toEqual(wanted);
  expect(flags('deploy/kubernetes/quittance.yaml')).toEqual(wanted);
});

interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object;
        readonly volumes?: readonly { readonly name: string }[];
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly env: readonly { readonly name: string }[];
          readonly volumeMounts?: readonly { readonly name: string }[];
        }[];
      };
    };
  };
}

it('each process of the Kubernetes example has its own secrets only, and no root', () => {
  const all = loadAll(read('deploy/kubernetes/quittance.yaml')) as Workload[];
  const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const secrets = workloads.map(({ metadata, spec: { template } }) => {
    const { containers, securityContext, volumes = [] } = template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true });
    const [container] = containers;
    const mounted = container?.volumeMounts?.map(({ name }) => name) ?? [];
    expect(mounted).toEqual(volumes.map(({ name }) => name));
    return [metadata.name, container?.env.map(({ name }) => name)];
  });
  const common = ['DATABASE_URL', 'SECRETS_KEY', 'METRICS_TOKEN'];
  expect(secrets).toEqual([
    ['quittance-migrate', ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SECRETS_KEY']],
    ['quittance-staff-api', [...common, 'STAFF_TOKEN_SECRET']],
    ['quittance-portal-api', [...common, 'PORTAL_TOKEN_SECRET']],
    ['quittance-worker', common],
  ]);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it('systemd takes the units, where it is', ({ skip }) => {
  if (!hasSystemd) skip();
  const paths = UNITS.map((path) => resolve(ROOT, path));
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  const ours = stderr.split('\n').filter((line) => line.includes('/deploy/systemd/'));
  expect(ours.filter((line) => !/Command .* is not executable/.test(line))).toEqual([]);
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

it('docker compose takes the file, where it is', ({ skip }) => {
  if (!hasCompose) skip();
  const names = read('deploy/compose.yaml').match(/\$\{([A-Z_]+)/g) ?? [];
  const env = Object.fromEntries(names.map((each) => [each.slice(2), 'x']));
  const args = ['compose', '--file', resolve(ROOT, 'deploy/compose.yaml'), 'config', '--quiet'];
  const { status, stderr } = spawnSync('docker', args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect([status, stderr]).toEqual([0, '']);
});
