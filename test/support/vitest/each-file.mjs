import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { drawn } from '../commit-seed.mjs';

// Properties draw from the commit too, so that all who run one meet the same cases.
fc.configureGlobal({ seed: drawn(process.env.TEST_SEED, 2 ** 31) });

// Files of a worker share its process: what one changes there is put back when it is done, and its
// cost is told to the reporter. What modules keep is theirs.
const { env, exit } = process;
const { console } = globalThis;
const variables = { ...env };
const cpu = process.cpuUsage();

afterAll(function putBack() {
  // Vitest takes a first parameter that is written here for the names of fixtures.
  const [, file] = arguments;
  const { user, system } = process.cpuUsage(cpu);
  file.meta.seconds = (user + system) / 1e6;
  file.meta.megabytes = process.memoryUsage.rss() / 1e6;
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.env = env;
  for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
  Object.assign(env, variables);
  process.exit = exit;
  globalThis.console = console;
});
