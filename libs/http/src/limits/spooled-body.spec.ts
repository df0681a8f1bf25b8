import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Shares } from '@quittance/work';
import type { ApiRequest } from '../requests/api-request.js';
import { readBody } from './read-body.js';
import { spooledBody } from './spooled-body.js';

const KIB = 1024;

async function bytesOf(body: Readable): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of body) read.push(chunk as Buffer);
  return Buffer.concat(read);
}

async function* inPieces(bytes: Buffer, size = 64 * KIB): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'spooled-'));
  vi.stubEnv('TMPDIR', directory);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

const files = () => readdirSync(directory);

test.each([0, 1, 64 * KIB, 1024 * KIB, 1024 * KIB + 1, 5000 * KIB + 7])(
  'a body of %i bytes is read as it was sent',
  async (size) => {
    const sent = randomBytes(size);
    expect((await bytesOf(await spooledBody(inPieces(sent), 'acme'))).equals(sent)).toBe(true);
  },
);

test('a long body leaves no file behind, read or not', async () => {
  const body = await spooledBody(inPieces(randomBytes(3000 * KIB)), 'acme');
  expect(files()).toEqual([]);
  body.destroy();
});

test('what breaks off is refused as it broke off', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield* inPieces(randomBytes(2000 * KIB));
    throw new Error('cut off');
  }
  await expect(spooledBody(broken(), 'acme')).rejects.toThrow('cut off');
});

test('what is held is bounded, of a company and of all, until it is read or dropped', async () => {
  const busy = new Error('busy');
  const spooled = new Shares({ all: 300 * KIB, one: 200 * KIB, refused: () => busy });
  const send = (owner: string, kib: number) =>
    spooledBody(inPieces(randomBytes(kib * KIB)), owner, spooled);
  const first = await send('acme', 150);
  await expect(send('acme', 64)).rejects.toBe(busy);
  await expect(send('bolt', 160)).rejects.toBe(busy);
  const other = await send('bolt', 150);
  expect(await bytesOf(first)).toHaveLength(150 * KIB);
  await expect(send('acme', 201)).rejects.toBe(busy);
  other.destroy();
  await once(other, 'close');
  for (const owner of ['acme', 'bolt', 'acme']) await bytesOf(await send(owner, 200));
});

test('a full disk turns away for a while', async () => {
  async function* full(): AsyncGenerator<Buffer> {
    yield* inPieces(randomBytes(KIB));
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  }
  await expect(spooledBody(full(), 'acme')).rejects.toMatchObject({ code: 'uploads_busy' });
});

/** As far as it is looked at. */
function aRequest(raw: Readable): ApiRequest {
  const headers = { 'content-type': 'text/csv' };
  const rule = { limit: 50 * KIB * KIB, form: 'csv' };
  return { raw, headers, routeOptions: { config: { body: rule } } } as unknown as ApiRequest;
}

test('rows have arrived before any of them is asked for, and their print is known', async () => {
  const raw = Readable.from(inPieces(randomBytes(4000 * KIB)), { objectMode: false });
  const request = aRequest(raw);
  await readBody(request, () => undefined);
  expect(raw.readableEnded).toBe(true);
  expect(request.streamed?.digest).toHaveLength(32);
  expect(await bytesOf(request.body as Readable)).toHaveLength(4000 * KIB);
});

test('rows that were broken off before they are asked for keep nobody waiting', async () => {
  const raw = new Readable({ read: () => undefined });
  raw.destroy();
  await expect(readBody(aRequest(raw), () => undefined)).rejects.toThrow(/ends before it is whole/);
});
