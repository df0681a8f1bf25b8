import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { commitSeed, drawn } from './test/support/commit-seed.mjs';

const root = import.meta.dirname;
// Travels to the workers, which draw from it what a sample is of.
process.env.TEST_SEED = commitSeed(root);
process.env.TEST_PART ??= String(drawn(process.env.TEST_SEED, 10));
const swcrc = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
delete swcrc.exclude;
delete swcrc.$schema;
const tsconfig = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));

/** Names of the installed packages that are ES modules: Jest on Node 20 needs them as CommonJS. */
function esmPackages() {
  const modules = join(root, 'node_modules');
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((n) => `${name}/${n}`) : [name],
  );
  return names.filter((name) => {
    const manifest = join(modules, name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  });
}

const aliases = Object.entries(tsconfig.compilerOptions.paths).map(([alias, [target]]) => [
  `^${alias}$`,
  target.replace(/^\./, '<rootDir>'),
]);

const base = {
  rootDir: root,
  testEnvironment: '<rootDir>/test/support/jest/shared-environment.cjs',
  runtime: '<rootDir>/test/support/jest/shared-runtime.cjs',
  transform: {
    '^.+\\.m?[tj]s$': [
      '@swc/jest',
      {
        ...swcrc,
        jsc: { ...swcrc.jsc, baseUrl: root },
        module: { type: 'commonjs' },
        swcrc: false,
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmPackages().join('|')})/)`],
  moduleNameMapper: { ...Object.fromEntries(aliases), '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['reflect-metadata'],
};

const onDatabase = {
  ...base,
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
};

export default {
  // Half of the machine's cores, at least two. A worker takes up to forty of the server's 200
  // connections.
  maxWorkers: Math.min(5, Math.max(2, Math.floor(availableParallelism() / 2))),
  reporters: ['default', '<rootDir>/test/support/jest/cost-reporter.cjs'],
  testSequencer: '<rootDir>/test/support/jest/longest-first.cjs',
  // Modules stay for all files of a worker; what tests leave behind besides is collected by a fresh
  // one.
  workerIdleMemoryLimit: '2GB',
  testTimeout: process.env.TEST_TIER === 'deep' ? 900_000 : 300_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots: ['<rootDir>/libs', '<rootDir>/apps'],
      testMatch: ['**/*.spec.ts'],
    },
    { ...base, displayName: 'architecture', testMatch: ['<rootDir>/test/architecture.spec.ts'] },
    {
      ...onDatabase,
      displayName: 'database',
      testMatch: [
        '<rootDir>/libs/**/*.db-spec.ts',
        '<rootDir>/apps/*/src/**/*.db-spec.ts',
        '<rootDir>/test/*.db-spec.ts',
      ],
    },
    { ...onDatabase, displayName: 'api', testMatch: ['<rootDir>/apps/*/test/**/*.e2e-spec.ts'] },
    {
      ...onDatabase,
      displayName: 'scenarios',
      testMatch: ['<rootDir>/test/scenarios/**/*.spec.ts'],
    },
    { ...onDatabase, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
  ],
};
