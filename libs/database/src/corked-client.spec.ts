import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { CorkedClient, CorkedSocket } from './corked-client.js';

/** Counts what it hands to the system. */
class CountedSocket extends CorkedSocket {
  writes = 0;

  override _write(...written: Parameters<CorkedSocket['_write']>): void {
    this.writes += 1;
    super._write(...written);
  }

  override _writev(...written: Parameters<NonNullable<CorkedSocket['_writev']>>): void {
    this.writes += 1;
    super._writev?.(...written);
  }
}

let server: Server;
let socket: CountedSocket;
let got: string;
let heard: () => void;

beforeEach(async () => {
  got = '';
  heard = () => undefined;
  server = createServer((client) =>
    client.on('data', (bytes) => {
      got += bytes.toString();
      heard();
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = new CountedSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
});

afterEach(() => {
  socket.destroy();
  server.close();
});

async function allIsHeard(text: string): Promise<void> {
  while (got !== text) await new Promise<void>((resolve) => (heard = resolve));
}

test('what is written in one turn, also after an await, leaves in one write', async () => {
  socket.hold();
  socket.write('begin ');
  socket.write('select ', 'utf8');
  await Promise.resolve();
  socket.hold();
  socket.write('commit', () => undefined);
  await allIsHeard('begin select commit');
  expect(socket.writes).toBe(1);
});

test('what is written after the turn leaves in the next', async () => {
  socket.hold();
  socket.write('one ');
  await new Promise((resolve) => setImmediate(resolve));
  socket.hold();
  socket.write('two');
  await allIsHeard('one two');
  expect(socket.writes).toBe(2);
});

test('the driver writes to that socket', () => {
  const client = new CorkedClient({ host: '127.0.0.1', password: 'secret' });
  expect(client.password).toBe('secret');
  expect(client.socket).toBeInstanceOf(CorkedSocket);
});
