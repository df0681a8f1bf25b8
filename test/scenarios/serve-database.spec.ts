import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, stopCommands } from '../support/started-product';

const root = mkdtempSync(join(tmpdir(), 'quittance-serve-'));
chmodSync(root, 0o711);
const settings = { DATA_DIR: join(root, 'data') };

afterAll(async () => {
  await stopCommands();
  rmSync(root, { recursive: true, force: true });
});

const address = async () => {
  const command = runCommand('owner-url', settings);
  return { code: await command.ended(), said: command.output() };
};

test('the embedded server runs alone, to be dumped or restored, until told to stop', async () => {
  const served = runCommand('serve-database', settings);
  await served.says('runs without the product');
  expect(await address()).toEqual({ code: 0, said: expect.stringMatching(/^postgres:/) });
  served.process.kill('SIGINT');
  expect(await served.ended()).toBe(0);
  expect((await address()).code).toBe(1);
});

test('nothing is verified, and no server made, where there is none', async () => {
  const none = { DATA_DIR: join(root, 'none') };
  const command = runCommand('verify', none);
  expect([await command.ended(), command.output()]).toEqual([
    2,
    expect.stringContaining(`There is no embedded database in ${none.DATA_DIR}`),
  ]);
  expect(existsSync(none.DATA_DIR)).toBe(false);
});
