import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pinnedPostgres } from '../../../../test/support/pinned-postgres.js';
import { commandsOf } from '../../../../test/support/guide.js';
import { embeddedOwnerUrl, startEmbedded, type EmbeddedServer } from './embedded.js';

const settings = { fsync: 'off' };
const directories: string[] = [];
const servers = new Set<EmbeddedServer>();

afterEach(async () => {
  for (const server of servers) await server.stop();
  servers.clear();
});
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A data directory that the server's account may enter, as DATA_DIR of a checkout usually is. */
function dataDirectory(mode = 0o711): string {
  const directory = mkdtempSync(join(tmpdir(), 'quittance-embedded-'));
  chmodSync(directory, mode);
  directories.push(directory);
  return directory;
}

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, settings });
  servers.add(server);
  return server;
}

async function stop(server: EmbeddedServer): Promise<void> {
  servers.delete(server);
  await server.stop();
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function copyByTheGuide(dataDir: string, backup: string): void {
  execFileSync('sh', ['-e', '-c', commandsOf('operations.md', 'The embedded server', 'sh copy')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP: backup },
  });
}

function homeOf(dataDir: string): string {
  return (JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { home: string })
    .home;
}

function pidFile(dataDir: string): string {
  const cluster = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name)) ?? '';
  return join(dataDir, cluster, 'postmaster.pid');
}

/** NaN while there is none: a start removes what a killed one left behind. */
function postmaster(dataDir: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10);
  } catch {
    return NaN;
  }
}

describe('an embedded server', () => {
  const dataDir = dataDirectory();

  it('keeps its data, its port and its passwords between starts', async () => {
    const first = await start(dataDir);
    await ask(first.ownerUrl, 'create table kept as select 42 as answer');
    await stop(first);
    await expect(ask(first.ownerUrl, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.ownerUrl, 'select answer from kept')).toEqual([42]);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o077).toBe(0);
  });

  it('is the pinned one of the packages, whatever the machine has', async () => {
    const server = await start(dataDir);
    expect(await ask(server.url, 'show server_version')).toEqual([pinnedPostgres()]);
    expect(server.version).toBe(pinnedPostgres());
  });

  it('is restored from a copy of its directory anywhere, leaving the other alone', async () => {
    for (const server of servers) await stop(server);
    const backup = dataDirectory();
    copyByTheGuide(dataDir, backup);
    const copy = join(backup, 'data');
    const restored = await start(copy);
    await ask(restored.ownerUrl, 'update kept set answer = 43');
    const first = await start(dataDir);
    expect(await ask(first.ownerUrl, 'select answer from kept')).toEqual([42]);
    expect(await ask(restored.ownerUrl, 'select answer from kept')).toEqual([43]);
  });

  it('that lay elsewhere and is gone is told, and no empty one takes its place', async () => {
    const moved = dataDirectory();
    const state = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as object;
    const gone = { ...state, home: '/nowhere/quittance' };
    writeFileSync(join(moved, 'postgres.json'), JSON.stringify(gone));
    await expect(start(moved)).rejects.toThrow(/lay in \/nowhere\/quittance/);
  });

  it('lets nobody in without the password', async () => {
    const { adminUrl } = await start(dataDir);
    const wrong = new URL(adminUrl);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(await ask(adminUrl, 'show listen_addresses')).toEqual(['127.0.0.1']);
  });

  it('gives the applications a login that owns nothing', async () => {
    const { url } = await start(dataDir);
    await expect(ask(url, 'create table mine (id int)')).rejects.toThrow(/permission denied/);
    await ask(url, 'set role quittance_app');
    await expect(ask(url, 'set role quittance_owner')).rejects.toThrow(/permission denied/);
  });

  it('is joined by a second user and stopped by the last', async () => {
    const first = await start(dataDir);
    const second = await start(dataDir);
    await stop(first);
    expect(await ask(second.url, 'select 1')).toEqual([1]);
    await stop(second);
    await expect(ask(second.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('recovers from a killed postmaster and tells its users', async () => {
    const killed = await start(dataDir);
    await ask(killed.ownerUrl, 'create table acknowledged as select 7 as value');
    process.kill(postmaster(dataDir), 'SIGKILL');
    await killed.lost;
    await stop(killed);
    const again = await start(dataDir);
    expect(await ask(again.ownerUrl, 'select value from acknowledged')).toEqual([7]);
  });

  it('is started again when it is killed once more while somebody waits for it', async () => {
    const killed = await start(dataDir);
    const first = postmaster(dataDir);
    process.kill(first, 'SIGKILL');
    const again = start(dataDir);
    let second: number | undefined;
    while (second === undefined || second === first) {
      await new Promise((asleep) => setTimeout(asleep, 1));
      second = postmaster(dataDir) || undefined;
    }
    process.kill(second, 'SIGKILL');
    const server = await again;
    expect(await ask(server.url, 'select 1')).toEqual([1]);
    await killed.lost;
  });

  it('does not mistake another process for its own after a reboot', async () => {
    await stop(await start(dataDir));
    writeFileSync(pidFile(dataDir), `${process.pid}\n/nowhere\n0\n5432\n\n127.0.0.1\n`);
    const server = await start(dataDir);
    expect(await ask(server.url, 'select 1')).toEqual([1]);
  });

  it('moves to another port when its own was taken', async () => {
    const before = await start(dataDir);
    await stop(before);
    const squatter = createServer();
    const port = Number(new URL(before.url).port);
    await new Promise<void>((done) => void squatter.listen(port, '127.0.0.1', done));
    const after = await start(dataDir);
    expect(after.url).not.toBe(before.url);
    expect(await ask(after.url, 'select 1')).toEqual([1]);
    squatter.close();
  });

  it.each(['99999999 gone', ''])('overrules a lock whose holder was killed', async (mark) => {
    writeFileSync(join(dataDir, 'postgres.lock'), mark);
    const server = await start(dataDir);
    expect(await ask(server.url, 'select 1')).toEqual([1]);
  });
});

it('starts once when several ask at the same time', async () => {
  const dataDir = dataDirectory();
  const all = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
});

describe('below a directory that its account may not enter', () => {
  const dataDir = dataDirectory(0o700);
  const startBelow = async (directory: string) => {
    const server = await start(directory);
    if (homeOf(directory) !== directory) directories.push(homeOf(directory));
    return server;
  };

  it('finds a place for the data', async () => {
    const server = await startBelow(dataDir);
    await ask(server.ownerUrl, 'create table kept as select 42 as answer');
    expect(await ask(server.ownerUrl, 'select answer from kept')).toEqual([42]);
    await stop(server);
  });

  it('is restored from a copy of all that belongs to it, and leaves the other alone', async () => {
    const backup = dataDirectory(0o700);
    copyByTheGuide(dataDir, backup);
    const copy = join(backup, 'data');
    expect(() => embeddedOwnerUrl(copy)).toThrow(/never started/);
    const restored = await startBelow(copy);
    await ask(restored.ownerUrl, 'update kept set answer = 43');
    const first = await startBelow(dataDir);
    expect(await ask(first.ownerUrl, 'select answer from kept')).toEqual([42]);
    await stop(restored);
    const again = await startBelow(copy);
    expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([43]);
    expect(embeddedOwnerUrl(copy)).toBe(again.ownerUrl);
  });
});

it('a home made before it could say whose it is goes on working, and then says so', async () => {
  const [dataDir, home] = [dataDirectory(), dataDirectory()];
  const made = await start(dataDir);
  await ask(made.ownerUrl, 'create table kept as select 42 as answer');
  await stop(made);
  const cluster = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name)) ?? '';
  renameSync(join(dataDir, cluster), join(home, cluster));
  const state = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as object;
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ ...state, home }));
  const again = await start(dataDir);
  expect(await ask(again.ownerUrl, 'select answer from kept')).toEqual([42]);
  expect(readFileSync(join(home, 'data-directory'), 'utf8')).toBe(`${dataDir}\n`);
});

it('a copy without the database is refused saying what to do, and touches nothing', async () => {
  const [original, home, copy] = [dataDirectory(), dataDirectory(), dataDirectory()];
  mkdirSync(join(home, 'postgres-18'));
  writeFileSync(join(home, 'data-directory'), `${original}\n`);
  const state = JSON.stringify({ home, port: 1, passwords: { admin: 'a', owner: 'b', app: 'c' } });
  writeFileSync(join(copy, 'postgres.json'), state);
  const told =
    `${home}, which is that of ${original}. With the product stopped there, copy it ` + 'as well: ';
  const command = `cp -a ${home}/postgres-18 ${copy}/`;
  await expect(start(copy)).rejects.toThrow(told + command);
  expect(() => embeddedOwnerUrl(copy)).toThrow(told + command);
  expect(readFileSync(join(copy, 'postgres.json'), 'utf8')).toBe(state);
  expect(readdirSync(copy)).toEqual(['postgres.json']);
});

it('a copy made while the original runs is not joined to the server of the original', async () => {
  const dataDir = dataDirectory();
  const first = await start(dataDir);
  const backup = dataDirectory();
  copyByTheGuide(dataDir, backup);
  const restored = await start(join(backup, 'data'));
  expect(restored.url).not.toBe(first.url);
});

it.each([15, 40])('refuses data of PostgreSQL %i, and leaves them as they are', async (major) => {
  const dataDir = dataDirectory();
  const passwords = { admin: 'a', owner: 'b', app: 'c' };
  const state = JSON.stringify({ home: dataDir, passwords });
  writeFileSync(join(dataDir, 'postgres.json'), state);
  mkdirSync(join(dataDir, `postgres-${major}`));
  writeFileSync(join(dataDir, `postgres-${major}`, 'PG_VERSION'), `${major}\n`);
  const told = new RegExp(`holds data of PostgreSQL ${major}, .*EMBEDDED_POSTGRES=system`);
  await expect(start(dataDir)).rejects.toThrow(told);
  expect(readdirSync(dataDir).sort()).toEqual([`postgres-${major}`, 'postgres.json']);
  expect(readdirSync(join(dataDir, `postgres-${major}`))).toEqual(['PG_VERSION']);
  expect(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).toBe(state);
});

it('refuses data whose passwords are missing', async () => {
  const dataDir = dataDirectory();
  mkdirSync(join(dataDir, 'postgres-15'));
  await expect(start(dataDir)).rejects.toThrow(/passwords \(postgres.json\) are missing/);
});
