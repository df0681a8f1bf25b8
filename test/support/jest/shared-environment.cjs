'use strict';

// The environment of test files that share their modules: the worker's
// own globals. What Jest sets there and the settings of the process
// are put back after each file; what modules keep there is theirs.
const { appendFileSync } = require('node:fs');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** What is known of the tests of one file, and how long they may take. */
const OF_JEST = new Set([
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
]);

module.exports = class SharedEnvironment {
  constructor({ projectConfig }, { testPath }) {
    this.global = globalThis;
    this.testPath = testPath;
    this.cpu = process.cpuUsage();
    this.given = {
      env: process.env,
      variables: { ...process.env },
      exit: process.exit,
      console: globalThis.console,
    };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.tellCost();
    this.fakeTimersModern.dispose();
    const { env, variables, exit, console } = this.given;
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    process.exit = exit;
    globalThis.console = console;
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (OF_JEST.has(symbol.description)) delete globalThis[symbol];
    }
  }

  /** For the reporter, which runs in another process. */
  tellCost() {
    const file = process.env.QUITTANCE_TEST_COST;
    const { user, system } = process.cpuUsage(this.cpu);
    const line = JSON.stringify([this.testPath, (user + system) / 1e6]);
    if (file) appendFileSync(file, `${line}\n`);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return {};
  }
};
