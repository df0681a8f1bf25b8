import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { verifyDatabase } from '../../apps/cli/src/verify/verify-database.js';
import { openTestServer } from '../support/test-server.js';
import { runSeed, type SeedOptions, type SeedReport } from './run-seed.js';
import { checkedOutCommit, commandFor, seedsOf } from './seeds.js';
import { Stage } from './stage.js';

const USAGE = `npm run simulate -- [--seeds 500] [--ops 300]
npm run simulate -- --from 1 [--seeds 500] [--ops 300]
npm run simulate -- --seed N [--ops 300] [--serial] [--check-every 1] [--log]

Random operations, webhooks, crashes and races in one company per seed, on a database of its own,
with a payment provider, a mail server and a subscriber that fail. Afterwards every invariant is
checked. The seeds are drawn from the commit, so that changes cover different ones; --from takes
those that follow each other from there. The same seed draws the same operations on the same
records; those of one step run at once, so that what they come to may differ from run to run.
--serial runs them one by one: then nothing differs. Exit code 1 when a seed fails.`;

interface Wanted {
  readonly seeds: readonly number[];
  readonly log: boolean;
  readonly options: SeedOptions;
}

function readWanted(): Wanted | null {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '500' },
      from: { type: 'string' },
      seed: { type: 'string' },
      ops: { type: 'string' },
      'check-every': { type: 'string' },
      serial: { type: 'boolean', default: false },
      log: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { seed, from, serial, log } = values;
  const count = Number(values.seeds);
  const following = (first: number, of: number) => Array.from({ length: of }, (_, i) => first + i);
  const every = values['check-every'];
  return {
    seeds:
      seed !== undefined
        ? following(Number(seed), 1)
        : from !== undefined
          ? following(Number(from), count)
          : seedsOf(checkedOutCommit(), count),
    log,
    options: {
      serial,
      ...(values.ops !== undefined && { operations: Number(values.ops) }),
      ...(every !== undefined && { checkEvery: Number(every) }),
    },
  };
}

/** Everything it takes to run it again and to find the cause. */
function failureText({ seed, failure, log }: SeedReport, options: SeedOptions) {
  return [
    ...log,
    '',
    `Seed ${seed} at commit ${checkedOutCommit()} is wrong after step ${failure?.step}:`,
    ...(failure?.wrong ?? []).map((each) => `  ${each}`),
    `Again: ${commandFor(seed, options)}`,
  ].join('\n');
}

async function main(): Promise<void> {
  const wanted = readWanted();
  if (!wanted) return console.log(USAGE);
  const server = await openTestServer();
  const stage = await Stage.open();
  try {
    await runAll(stage, wanted);
  } finally {
    await stage.close();
    await server.stop();
  }
}

async function runAll(stage: Stage, { seeds, log, options }: Wanted): Promise<void> {
  const began = performance.now();
  const reports: SeedReport[] = [];
  for (const seed of seeds) {
    const started = performance.now();
    const report = await runSeed(stage, seed, options);
    reports.push({ ...report, log: [] });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { operations, captures, deliveries, crashes, failure } = report;
    console.log(
      `seed ${seed}: ${operations} operations, ${captures} captures, ${deliveries} webhooks, ` +
        `${crashes} crashes, ${seconds} s${failure ? ', WRONG' : ''}`,
    );
    if (failure) console.log(failureText(report, options));
    else if (log) console.log(report.log.join('\n'));
  }
  await sumUp(stage, reports, (performance.now() - began) / 1000);
}

/** Once over all companies as well, with what only the owner of the tables can see. */
async function sumUp(stage: Stage, reports: readonly SeedReport[], seconds: number): Promise<void> {
  const failed = reports.filter(({ failure }) => failure !== null).map(({ seed }) => seed);
  const sum = (of: (report: SeedReport) => number) => reports.reduce((n, each) => n + of(each), 0);
  console.log(
    `${reports.length} seeds, ${sum(({ operations }) => operations)} operations, ` +
      `${sum(({ captures }) => captures)} captures, ${sum(({ deliveries }) => deliveries)} ` +
      `webhooks, ${sum(({ crashes }) => crashes)} crashes in ${seconds.toFixed(0)} s, commit ` +
      `${checkedOutCommit()}`,
  );
  const checked = await verifyDatabase(stage.t.ownerUrl, stage.clock.now());
  const wrong = checked.filter(({ count }) => count > 0).map(({ id }) => id);
  if (failed.length === 0 && wrong.length === 0) return console.log('Every invariant holds.');
  console.log(
    `Wrong seeds: ${failed.join(', ') || 'none'}; over all companies: ${wrong.join(', ')}`,
  );
  process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.stack);
  process.exitCode = 2;
});
