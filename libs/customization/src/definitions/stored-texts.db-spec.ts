import { randomBytes } from 'node:crypto';
import { listPage, parseListRequest } from '@quittance/lists';
import { recordList } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Workshop } from './testing/a-workshop.js';

let t: TestDatabase;
let w: Workshop;

/** No compression makes an entry of an index of it. */
const LONG = randomBytes(3000).toString('hex');
const TEXTS = {
  bare: null,
  long: `m${LONG}a`,
  alike: `m${LONG}b`,
  wide: '\u{1d11e}'.repeat(1500),
  middling: `m${LONG}`.slice(0, 900),
  short: 'b',
};

beforeAll(async () => {
  t = await testDatabase();
  w = await Workshop.open(t);
  await w.newObject('task__c');
  await w.define('task__c', { name: 'notes__c', type: 'textarea' });
  await make('bare', 'long', 'short');
  const settings = { formula: 'notes__c & ""', resultType: 'text', stored: true } as const;
  await w.define('task__c', { name: 'kept__c', type: 'formula', settings });
  await w.build();
});

afterAll(async () => {
  await w?.close();
  await t?.close();
});

async function make(...names: (keyof typeof TEXTS)[]): Promise<void> {
  for (const name of names) await w.make('task__c', { name, notes__c: TEXTS[name] });
}

async function listed(query: object): Promise<string[]> {
  return t.db.read(w.ctx, async (tx) => {
    const object = await w.models.object(tx, 'task__c');
    const list = recordList(object.model, object);
    const page = await listPage(tx, list, parseListRequest(list as never, { ...query } as never));
    return page.data.map((each) => String((each as { name?: unknown }).name));
  });
}

const found = async (filter: object) =>
  (await listed({ filter: JSON.stringify(filter) })).sort().join(' ');
const is = (op: string, value?: unknown) => ({ field: 'kept__c', op, value });

test('a stored text of any length is written, built, and found by all of it', async () => {
  await make('alike', 'wide');
  const middling = await w.make('task__c', { name: 'middling', notes__c: TEXTS.long });
  const changed = await w.change('task__c', middling.id, { notes__c: TEXTS.middling });
  expect(changed).toMatchObject({ kept__c: TEXTS.middling });
  const { middling: text } = TEXTS;
  expect(await found(is('eq', text))).toBe('middling');
  expect(await found(is('eq', text.slice(0, 500)))).toBe('');
  expect(await found(is('in', [text, 'b']))).toBe('middling short');
  expect(await found(is('ne', text))).toBe('alike bare long short wide');
  expect(await found(is('startsWith', text))).toBe('alike long middling');
  expect(await found(is('startsWith', 'm'))).toBe('alike long middling');
  expect(await found(is('endsWith', LONG.slice(-20) + 'b'))).toBe('alike');
  expect(await found({ not: is('endsWith', 'a') })).toMatch(/^alike bare /);
  expect(await found(is('contains', LONG.slice(-20)))).toBe('alike long');
  expect(await found({ and: [is('startsWith', 'm'), is('contains', LONG.slice(700, 730))] })).toBe(
    'alike long middling',
  );
  expect(await found(is('isSet'))).toBe('alike bare long middling short wide');
  expect(await found(is('eq', 'b'))).toBe('short');
});

test('they are sorted by their beginnings, page for page', async () => {
  const sorted = await listed({ sort: 'kept__c' });
  expect([...sorted.slice(0, 2), sorted[5]]).toEqual(['bare', 'short', 'wide']);
  const pages = [1, 2, 3].map((page) =>
    listed({ sort: 'kept__c', page: `${page}`, pageSize: '2' }),
  );
  expect((await Promise.all(pages)).flat()).toEqual(sorted);
});
