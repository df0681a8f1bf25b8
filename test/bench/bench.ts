import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { hasAim, missedBy, type Bench, type BenchResult } from './bench-result.js';

const USAGE = `npm run bench -- [name…] [--json] [--full]

  name…    only these benchmarks; all of them without a name
  --json   one JSON document instead of tables
  --full   also the sizes that take minutes (1,000,000 schedules)
`;

/** What one benchmark measured. */
interface Report {
  readonly name: string;
  readonly results: readonly BenchResult[];
}

/** Every file beside this one that exports a `bench`. */
async function discover(): Promise<Bench[]> {
  const files = readdirSync(__dirname).filter((file) => /^[\w-]+\.js$/.test(file));
  const modules = await Promise.all(
    files
      .filter((file) => file !== 'bench.js')
      .map(async (file) => (await import(join(__dirname, file))) as { bench?: Bench }),
  );
  return modules.flatMap(({ bench }) => (bench ? [bench] : []));
}

/** Figures mean little without the machine they were measured on. */
function machine() {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    platform: `${platform()} ${arch()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

type Column = readonly [head: string, cell: (result: BenchResult) => string];

const COLUMNS: readonly Column[] = [
  ['measure', ({ measure }) => measure],
  ['rate', ({ rate, unit }) => `${amount(rate)} ${unit}`],
  ['limit', ({ limit, unit }) => `${amount(limit)} ${unit}`],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['target', ({ target }) => (target > 0 ? target.toFixed(2) : '–')],
  ['processor', ({ processorMs, limitProcessorMs }) => beside(processorMs, limitProcessorMs)],
  ['p50', ({ p50Ms }) => within(p50Ms, undefined, 'ms')],
  ['p95', ({ p95Ms, p95TargetMs }) => within(p95Ms, p95TargetMs, 'ms')],
  ['p99', ({ p99Ms, p99TargetMs }) => within(p99Ms, p99TargetMs, 'ms')],
  [
    'peak memory',
    ({ peakMemoryMb, peakMemoryTargetMb }) =>
      within(peakMemoryMb > 0 ? peakMemoryMb : undefined, peakMemoryTargetMb, 'MiB'),
  ],
  ['', verdict],
];

/** `38.2 of 50 ms`; without a bound the value alone. */
function within(value: number | undefined, most: number | undefined, unit: string): string {
  if (value === undefined) return '–';
  return most === undefined ? `${value} ${unit}` : `${value} of ${most} ${unit}`;
}

/** `2.1 beside 0.9 ms`. */
function beside(value: number | undefined, limit: number | undefined): string {
  return value === undefined ? '–' : `${value} beside ${limit ?? '–'} ms`;
}

function verdict(result: BenchResult): string {
  const missed = missedBy(result);
  if (missed.length > 0) return `not met: ${missed.join(', ')}`;
  return hasAim(result) ? 'met' : '';
}

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function table({ name, results }: Report): string {
  const told: Partial<Record<string, boolean>> = {
    processor: results.some(({ processorMs }) => processorMs !== undefined),
    p50: results.some(({ p50Ms, p95Ms }) => p50Ms !== undefined && p95Ms !== undefined),
    p95: results.some(({ p95Ms }) => p95Ms !== undefined),
    p99: results.some(({ p99Ms }) => p99Ms !== undefined),
  };
  const columns = COLUMNS.filter(([head]) => told[head] ?? true);
  const rows = [
    columns.map(([head]) => head),
    ...results.map((result) => columns.map(([, cell]) => cell(result))),
  ];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const isText = (i: number) => i === 0 || i === columns.length - 1;
  const lines = rows.map((row) =>
    row.map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))),
  );
  return `\n${name}\n${lines.map((line) => `  ${line.join('  ')}`.trimEnd()).join('\n')}\n`;
}

/** With what was aimed at and missed. */
function judged({ name, results }: Report) {
  return {
    name,
    results: results.map((result) => {
      const missed = missedBy(result);
      return { ...result, ...(hasAim(result) && { met: missed.length === 0, missed }) };
    }),
  };
}

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const all = await discover();
  const unknown = names.filter((name) => !all.some((bench) => bench.name === name));
  const strange = [...flags].filter((flag) => flag !== '--json' && flag !== '--full');
  if (unknown.length > 0 || strange.length > 0) {
    const known = all.map(({ name }) => name).join(', ');
    process.stderr.write(`Unknown: ${[...unknown, ...strange].join(' ')}\n\n${USAGE}\n${known}\n`);
    process.exitCode = 2;
    return;
  }
  const reports: Report[] = [];
  for (const bench of all) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    process.stderr.write(`measuring ${bench.name} …\n`);
    const report = { name: bench.name, results: await bench.run({ full: flags.has('--full') }) };
    reports.push(report);
    if (!flags.has('--json')) process.stdout.write(table(report));
  }
  const whole = { machine: machine(), benches: reports.map(judged) };
  if (flags.has('--json')) process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  else process.stdout.write(`\n${JSON.stringify(whole.machine)}\n`);
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exitCode = 1;
});
