import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { BusyHosts, expectAllOnce } from '../support/busy-company.js';
import { asOwner } from '../support/killed-request.js';
import { Wire } from '../support/wire.js';

/** How often something breaks in a run. */
const BREAKS = 40;

let t: TestDatabase;
let wire: Wire;
let hosts: BusyHosts;

beforeAll(async () => {
  t = await testDatabase();
  wire = await Wire.before(t.url);
  hosts = await BusyHosts.open(t, wire.url);
});

afterAll(async () => {
  await hosts?.close();
  await wire?.stop();
  await t?.close();
});

test('connections break in the middle of statements', async () => {
  const company = await hosts.company();
  for (let i = 0; i < BREAKS; i += 1) {
    await sleep(100);
    wire.cut();
  }
  await expectAllOnce(company);
});

test('commits are kept of which nobody is told', async () => {
  const company = await hosts.company();
  const before = wire.cutCommits;
  for (let i = 0; i < BREAKS; i += 1) {
    wire.cutAtCommit(1);
    await sleep(100);
  }
  expect(wire.cutCommits).toBeGreaterThan(before + BREAKS / 2);
  await expectAllOnce(company);
});

test('the database is half a second away', async () => {
  const company = await hosts.company();
  wire.slow(500);
  await sleep(5000);
  wire.slow(0);
  await expectAllOnce(company);
});

test('the database says nothing for a while', async () => {
  const company = await hosts.company();
  wire.silence();
  await sleep(30_000);
  wire.speak();
  await expectAllOnce(company);
});

test('the database takes no writes for a while', async () => {
  const company = await hosts.company();
  const name = new URL(t.url).pathname.slice(1);
  const readOnly = async (is: 'on' | 'off') => {
    await asOwner(t, async (owner) => {
      await owner.query('set default_transaction_read_only = off');
      await owner.query(`alter database ${name} set default_transaction_read_only = ${is}`);
    });
    wire.cut();
  };
  await readOnly('on');
  await sleep(30_000);
  await readOnly('off');
  await expectAllOnce(company);
});

test('staff hosts are started anew, one after the other', async () => {
  const company = await hosts.company();
  for (let i = 0; i < 4; i += 1) {
    expect(await hosts.restartOne()).toBeLessThan(10_000);
    await company.load.goesOn(10);
  }
  await expectAllOnce(company);
  // Whatever a host had taken was answered, and nobody was sent away.
  expect(company.load.answers.filter((each) => !each.startsWith('409'))).toEqual([]);
});
