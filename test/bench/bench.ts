import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Bench, BenchResult } from './bench-result.js';

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

const COLUMNS: readonly [string, (result: BenchResult) => string][] = [
  ['measure', ({ measure }) => measure],
  ['rate', ({ rate, unit }) => `${amount(rate)} ${unit}`],
  ['limit', ({ limit, unit }) => `${amount(limit)} ${unit}`],
  ['ratio', ({ ratio }) => ratio.toFixed(2)],
  ['target', ({ target }) => target.toFixed(2)],
  ['', ({ ratio, target }) => (ratio >= target ? 'met' : 'not met')],
  ['peak memory', ({ peakMemoryMb }) => (peakMemoryMb > 0 ? `${peakMemoryMb} MiB` : '–')],
];

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function table({ name, results }: Report): string {
  const rows = [COLUMNS.map(([head]) => head), ...results.map(cells)];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))),
  );
  return `\n${name}\n${lines.map((line) => `  ${line.join('  ')}`.trimEnd()).join('\n')}\n`;
}

function cells(result: BenchResult): string[] {
  return COLUMNS.map(([, of]) => of(result));
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
  const whole = { machine: machine(), benches: reports };
  if (flags.has('--json')) process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  else process.stdout.write(`\n${JSON.stringify(whole.machine)}\n`);
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exitCode = 1;
});
