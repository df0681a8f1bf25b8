import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedPostgres } from '../../../../test/support/pinned-postgres.js';
import { serverAccount } from './account.js';
import { findPrograms, hydrateSymlinks, reachable } from './binaries.js';
import { createCluster, runningPort, startCluster, stopCluster } from './cluster.js';
import { freePort } from './state.js';

const home = mkdtempSync(join(tmpdir(), 'quittance-binaries-'));
chmodSync(home, 0o711);
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('the programs of the npm package serve', async () => {
  const { packaged } = await findPrograms();
  if (!packaged) throw new Error('The npm package of this platform is not installed');
  const account = serverAccount(undefined);
  const binaries = reachable(packaged, account, home);
  expect(packaged.version).toBe(pinnedPostgres());
  const cluster = { directory: join(home, 'cluster'), binaries, account };
  await createCluster(cluster, 'secret', false);
  const port = await freePort();
  await startCluster(cluster, port, { fsync: 'off' });
  expect(runningPort(cluster)).toBe(port);
  await stopCluster(cluster);
  expect(runningPort(cluster)).toBeUndefined();
});

it('a copy for an account that cannot enter is of that version, beside others', async () => {
  const locked = join(home, 'locked');
  mkdirSync(join(locked, 'bin'), { recursive: true });
  chmodSync(locked, 0o700);
  writeFileSync(join(locked, 'bin/postgres'), 'program');
  mkdirSync(join(home, 'postgres-17.3-programs'));
  const binaries = { bin: join(locked, 'bin'), version: '17.4', major: 17, copyFrom: locked };
  const copy = reachable(binaries, { uid: 65534, gid: 65534 }, home);
  expect(copy).toEqual({
    bin: join(home, 'postgres-17.4-programs/bin'),
    version: '17.4',
    major: 17,
  });
  expect(existsSync(join(copy.bin, 'postgres'))).toBe(true);
});

it('the links of shared libraries are made when the install script did not run', () => {
  const root = join(home, 'package');
  mkdirSync(join(root, 'native/lib'), { recursive: true });
  writeFileSync(join(root, 'native/lib/libx.so.1.2'), '');
  const links = [
    { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' },
    { source: 'native/lib/libx.so.1.2', target: '../outside' },
  ];
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  hydrateSymlinks(root);
  hydrateSymlinks(root);
  expect(readlinkSync(join(root, 'native/lib/libx.so.1'))).toBe('libx.so.1.2');
  expect(existsSync(join(home, 'outside'))).toBe(false);
});
