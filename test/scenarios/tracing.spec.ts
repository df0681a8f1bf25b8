import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runMain, stopCommands, type Command } from '../support/started-product';
import { sampled } from '../support/tier';
import { testDatabase, type TestDatabase } from '../support/test-database';

/** Loaded ahead of the host: stands in for the packages of OpenTelemetry, or hides them. */
const PRELOAD = `
const Module = require('node:module');
const OURS = /^@opentelemetry\\/(sdk-node|auto-instrumentations-node)$/;
const load = Module._load;
Module._load = function (name, ...rest) {
  if (!OURS.test(name)) return load.call(this, name, ...rest);
  if (process.env.TRACING_PACKAGES !== 'installed') {
    throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
  }
  const loaded = Object.keys(require.cache);
  const frameworkIsLoaded = loaded.some((path) => /node_modules.(fastify|pg).lib/.test(path));
  console.log('asked for ' + name + (frameworkIsLoaded ? ' too late' : ' in time'));
  class NodeSDK {
    constructor({ serviceName }) { this.name = serviceName; }
    start() { console.log('tracing ' + this.name); }
    async shutdown() { console.log('traced ' + this.name); }
  }
  return { NodeSDK, getNodeAutoInstrumentations: () => [] };
};`;

let t: TestDatabase;
let directory: string;

beforeAll(async () => {
  t = await testDatabase();
  directory = mkdtempSync(join(tmpdir(), 'quittance-tracing-'));
  writeFileSync(join(directory, 'preload.cjs'), PRELOAD);
});

afterEach(() => stopCommands());

afterAll(async () => {
  if (directory) rmSync(directory, { recursive: true });
  await t?.close();
});

const PROCESSES = ['staff-api', 'portal-api', 'worker'] as const;

async function start(name: string, env: Readonly<Record<string, string>>): Promise<Command> {
  const [staff, portal] = [await freePort(), await freePort()];
  return runMain(`dist/apps/${name}/src/main.js`, {
    NODE_ENV: 'test',
    NODE_OPTIONS: `--require=${join(directory, 'preload.cjs')}`,
    LOG_LEVEL: 'info',
    DATABASE_URL: t.url,
    STAFF_PORT: String(staff),
    PORTAL_PORT: String(portal),
    STAFF_TOKEN_SECRET: 'staff-test-secret'.padEnd(32, '*'),
    PORTAL_TOKEN_SECRET: 'portal-test-secret'.padEnd(32, '*'),
    SECRETS_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    BILLING_RUN_ENABLED: 'false',
    ...env,
  });
}

const RUNS = /"(?:listening|working)"/;
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

describe.each(sampled(PROCESSES))('the export of traces by %s', (name) => {
  test('is not even looked for without the variable', async () => {
    const command = await start(name, { TRACING_PACKAGES: 'installed' });
    await command.says(RUNS);
    command.process.kill('SIGTERM');
    expect(await command.ended()).toBe(0);
    expect(command.output()).not.toMatch(/asked for|trac(?:ing|ed) /);
  });

  test('stops the start with one sentence when the packages are missing', async () => {
    const command = await start(name, { ...ENDPOINT, TRACING_PACKAGES: 'missing' });
    expect(await command.ended()).toBe(1);
    expect(command.output()).toContain(
      'asks for traces, but @opentelemetry/sdk-node is not installed. Run `npm install --no-save',
    );
    expect(command.output()).not.toMatch(RUNS);
  });

  test('begins before anything is loaded and is ended before the process', async () => {
    const command = await start(name, { ...ENDPOINT, TRACING_PACKAGES: 'installed' });
    await command.says(RUNS);
    command.process.kill('SIGTERM');
    expect(await command.ended()).toBe(0);
    const said = command.output();
    expect(said).toContain('asked for @opentelemetry/sdk-node in time');
    expect(said.match(/trac(?:ing|ed) quittance-[\w-]+/g)).toEqual([
      `tracing quittance-${name}`,
      `traced quittance-${name}`,
    ]);
  });
});
