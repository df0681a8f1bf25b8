import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runCommand, stopCommands } from '../support/started-product';

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quittance-demo-'));
  chmodSync(dataDir, 0o711);
});

afterAll(async () => {
  await stopCommands();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the demonstration goes well on a fresh system, twice, and its books agree', async () => {
  const [staffPort, portalPort] = [await freePort(), await freePort()];
  const env = {
    DATA_DIR: dataDir,
    STAFF_PORT: String(staffPort),
    PORTAL_PORT: String(portalPort),
  };
  const early = runCommand('demo', env);
  expect(await early.ended()).toBe(1);
  expect(early.output()).toContain('npm start');

  const product = runCommand('start', env);
  await product.says('Quittance is ready');
  const stories = [
    {
      imported: '2,466 invoices of 100 customers',
      invited: 'of Harbour Coffee Ltd, as Admin',
      dunned: /INV-\d+ is 10 days overdue.*\n\s+step 1, reminder: sent/,
    },
    {
      imported: 'are here from an earlier run',
      invited: 'orders@harbour.example is in since',
      // The customer has had a letter a moment ago.
      dunned: /INV-\d+ is 10 days overdue.*\n\s+no letter yet: \w+/,
    },
  ];
  for (const { imported, invited, dunned } of stories) {
    const demo = runCommand('demo', env);
    const code = await demo.ended();
    expect([code, demo.output()]).toEqual([0, expect.stringContaining('steps went well')]);
    expect(demo.output()).toContain(imported);
    expect(demo.output()).toContain(invited);
    expect(demo.output()).toMatch(/is paid, its balance is 0\.00 EUR/);
    expect(demo.output()).toContain('761.90 USD open, 555.65 USD overdue');
    expect(demo.output()).toMatch(/“Invoice INV-\d+ from Demonstration Ltd” to accounts@harbour/);
    expect(demo.output()).toMatch(/by EN 16931: GET \/invoices\/\S+\/e-invoice\n/);
    expect(demo.output()).toMatch(/credit_check_failed: rejected, -?\d/);
    expect(demo.output()).toMatch(/Carl Credit approves it, and (Q-\d+) is submitted by that/);
    expect(demo.output()).toMatch(/Q-\d+ is accepted by Nora Quinn, who is signed in nowhere/);
    expect(demo.output()).toMatch(/SO-\d+ is confirmed by the check of its quote/);
    expect(demo.output()).toMatch(/its subscription is active until [\d-]+, 90\.00 EUR a month/);
    expect(demo.output()).toMatch(/SO-\d+ is shipped with An Post/);
    expect(demo.output()).toMatch(dunned);
    expect(demo.output()).toContain('1,500 events taken; sent again, 1,500 are known');
    expect(demo.output()).toContain('1,500 queries so far: 10.00 EUR');
    expect(demo.output()).toMatch(/\d EUR a month, \d+\.00 of it new/);
    expect(demo.output()).toMatch(/submitted with 3 lines, and the cart is empty/);
    expect(demo.output()).toMatch(/Q-\d+ is sent: 2,874\.51 EUR, good until/);
    expect(demo.output()).toMatch(/Q-\d+ is accepted by Cara Customer/);
    expect(demo.output()).toMatch(/(SO-\d+) is placed; asked again, it is \1 still/);
    expect(demo.output()).toMatch(/783\.51 EUR with the sandbox provider; the page says/);
    expect(demo.output()).toMatch(/SO-\d+ is partially_paid/);
    expect(demo.output()).toMatch(/INV-\d+: viewed → disputed/);
    expect(demo.output()).toContain('1,045.50 of 2,091.00 EUR is not dunned');
    expect(demo.output()).toContain(`read it at http://127.0.0.1:${staffPort}/dev/mailbox`);
  }

  const verify = runCommand('verify', env);
  const code = await verify.ended();
  expect([code, verify.output()]).toEqual([0, expect.stringContaining('invariants hold')]);
});
