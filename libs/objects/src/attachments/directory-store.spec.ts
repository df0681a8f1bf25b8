import { newId, type CompanyId } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DirectoryStore } from './directory-store.js';
import type { DocumentId } from './document.js';

const directory = mkdtempSync(join(tmpdir(), 'quittance-files-'));
const store = new DirectoryStore(directory);
const company = newId<'company'>() as CompanyId;
const newDocument = (): DocumentId => newId<'document'>();
const files = () =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(directory, path)).isFile());

afterAll(() => rmSync(directory, { recursive: true }));

test('a file comes back as it was stored', async () => {
  const id = newDocument();
  const bytes = Buffer.from('x'.repeat(200_000));
  const stored = await store.put(company, id, Readable.from([bytes, Buffer.from('end')]));
  expect(stored.size).toBe(200_003);
  expect(stored.head).toHaveLength(512);
  const whole = Buffer.concat([bytes, Buffer.from('end')]);
  expect(stored.sha256).toBe(createHash('sha256').update(whole).digest('hex'));
  expect((await buffer(await store.open(company, id))).equals(whole)).toBe(true);
});

test('a stream that breaks off leaves nothing', async () => {
  const before = files();
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('The line is cut');
    })(),
  );
  await expect(store.put(company, newDocument(), broken)).rejects.toThrow('The line is cut');
  expect(files()).toEqual(before);
});

test('the files of a company are in a folder of its own, under names nobody chose', async () => {
  const id = newDocument();
  await store.put(company, id, Readable.from([Buffer.from('a')]));
  const [own] = files().filter((path) => path.includes(company));
  expect(own).toMatch(new RegExp(`^${company}/[0-9a-f]{2}/[0-9a-f]{64}$`));
  expect(files().join()).not.toContain(id);
  await expect(store.open(newId<'company'>() as CompanyId, id)).rejects.toThrow('ENOENT');
  await expect(store.open(company, '../x' as DocumentId)).rejects.toThrow('UUID');
});

test('what is removed is gone, and removing it again is no error', async () => {
  const id = newDocument();
  await store.put(company, id, Readable.from([Buffer.from('a')]));
  await store.remove(company, [id, newDocument()]);
  await store.remove(company, [id]);
  await expect(store.open(company, id)).rejects.toThrow('ENOENT');
});
