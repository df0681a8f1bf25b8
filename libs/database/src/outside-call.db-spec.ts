import { createServer, type AddressInfo } from 'node:net';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { connect } from './server/data-source.js';
import type { Database } from './database.js';

let t: TestDatabase;
let db: Database;
beforeAll(async () => {
  t = await testDatabase();
  db = await connect({ url: t.url, poolSize: 2, applicationName: 'test' }, []);
});
afterAll(async () => {
  await db.close();
  await t.close();
});

/** Somebody who answers every request. */
async function aStranger() {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = async () => (await fetch(`http://127.0.0.1:${port}/`)).status;
  return { call, close: () => server.close() };
}

test('nobody outside is called while a transaction is open, in any test', async () => {
  const ctx = await t.newCompany();
  const { call, close } = await aStranger();
  const refused = 'Somebody outside is called while a transaction is open';
  await expect(db.write(ctx, call)).rejects.toThrow(refused);
  await expect(db.read(ctx, call)).rejects.toThrow(refused);
  let later: Promise<number> | undefined;
  let commit = (): void => undefined;
  const committed = new Promise<void>((resolve) => (commit = resolve));
  await db.write(ctx, async (tx) => {
    await tx.run('select 1');
    later = committed.then(call);
    await db.read(ctx, (other) => other.run('select 1'));
  });
  commit();
  expect([await later, await call()]).toEqual([204, 204]);
  close();
});
