import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardedLookup, plainLookup } from './guarded-lookup.js';
import { Poster } from './post.js';

const LIMITS = { connectMs: 2_000, wholeMs: 2_000 };

let server: Server;
let poster: Poster;
let calls: number;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_, response) => {
    calls += 1;
    respond(response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
});
beforeEach(() => {
  calls = 0;
  poster = new Poster(plainLookup, LIMITS);
});
afterEach(() => poster.close());
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => {
    server.close(closed);
  });
});

const post = (scheme = 'http', by = poster, host = '127.0.0.1') => {
  const { port } = server.address() as AddressInfo;
  return by.post({ url: `${scheme}://${host}:${port}/in`, headers: {}, body: '{}' });
};

describe('a receiver', () => {
  test('that answers without end is read no further than its beginning', async () => {
    let sent = 0;
    let isOver = false;
    respond = (response) => {
      response.on('close', () => {
        isOver = true;
      });
      const more = () => {
        if (isOver) return;
        sent += 16_384;
        response.write('x'.repeat(16_384), () => setImmediate(more));
      };
      response.writeHead(200);
      more();
    };
    expect(await post()).toMatchObject({ statusCode: 200, error: null });
    while (!isOver) await sleep(5);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test('that answers at length has the first 4 KiB of it kept', async () => {
    respond = (response) => response.writeHead(500).end('y'.repeat(50_000));
    const { answer, error } = await post();
    expect([answer, error]).toEqual(['y'.repeat(4096), 'http_status']);
  });

  test('whose answer trickles in is left when the time is up', async () => {
    respond = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await post()).toMatchObject({ statusCode: null, error: 'timeout' });
  });

  test('that sends elsewhere is not followed', async () => {
    const elsewhere = { location: 'http://169.254.169.254/latest/meta-data/' };
    respond = (response) => response.writeHead(301, elsewhere).end();
    expect(await post()).toMatchObject({ statusCode: 301, error: 'http_status' });
    expect(calls).toBe(1);
  });

  test('that breaks off has not taken it', async () => {
    respond = (response) => response.destroy();
    expect(await post()).toMatchObject({ statusCode: null, error: 'connect_failed' });
  });

  test('that speaks no TLS where it should is told of as that', async () => {
    expect(await post('https')).toMatchObject({ statusCode: null, error: 'tls_error' });
    expect(calls).toBe(0);
  });
});

describe('a connection', () => {
  /** Counts how often a name is looked up, which is once per connection. */
  function counting() {
    const asked: string[] = [];
    const lookup: typeof plainLookup = (host, options, answer) => {
      asked.push(host);
      plainLookup('127.0.0.1', options, answer);
    };
    return { asked, by: new Poster(lookup, LIMITS) };
  }

  test('is used again, and leads where it was judged when it was made', async () => {
    const { asked, by } = counting();
    respond = (response) => response.writeHead(204).end();
    for (let i = 0; i < 3; i += 1) await post('http', by, 'receiver.example');
    expect([calls, asked]).toEqual([3, ['receiver.example']]);
    by.close();
  });

  test('that is closed when it is used again is replaced by a judged one', async () => {
    const { asked, by } = counting();
    respond = (response) => response.writeHead(204).end();
    await post('http', by, 'receiver.example');
    respond = (response) => {
      respond = (again) => again.writeHead(204).end();
      response.socket?.resetAndDestroy();
    };
    expect(await post('http', by, 'receiver.example')).toMatchObject({ statusCode: 204 });
    expect([calls, asked]).toEqual([3, ['receiver.example', 'receiver.example']]);
    by.close();
  });

  test('that is closed before it was ever of use is a failure', async () => {
    respond = (response) => response.socket?.resetAndDestroy();
    expect(await post()).toMatchObject({ statusCode: null, error: 'connect_failed' });
    expect(calls).toBe(1);
  });
});

test.each([
  ['private', ['10.0.0.5']],
  ['public and private', ['203.0.114.9', '127.0.0.1']],
  ['none', []],
])('a name whose addresses are %s is not called', async (_, addresses) => {
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
  const guarded = new Poster(guardedLookup(resolve), LIMITS);
  respond = (response) => response.end();
  const sent = await post('http', guarded, 'rebinding.example.com');
  expect(sent).toMatchObject({ statusCode: null, error: 'blocked_address' });
  expect(calls).toBe(0);
  guarded.close();
});
