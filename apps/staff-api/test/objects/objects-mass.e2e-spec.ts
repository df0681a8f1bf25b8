import { newId } from '@quittance/kernel';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { Client } from 'pg';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberMaker } from '../access/access-support.js';
import { contents } from '../hostile/bad-input-support.js';
import { defineField, done, made, type Json, type Made } from './objects-support.js';
import { OTHER_IMPORTS, twoFaults } from './two-faults.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  await defineField(admin, 'lead', { name: 'key__c', type: 'text', unique: true });
  await defineField(admin, 'lead', { name: 'score__c', type: 'integer', settings: { max: '10' } });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const CSV = { 'content-type': 'text/csv' };

interface Imported {
  readonly dryRun: boolean;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly resultsTruncated: boolean;
  readonly results: readonly (Json & {
    line: number;
    status: string;
    id?: string;
    problem?: Json;
  })[];
}

const load = (csv: string, query = ''): Promise<Imported> =>
  done<Imported>(admin, 'POST', `/leads/import${query}`, csv, CSV);

const leads = async (query: string) =>
  (await done<{ data: Made[] }>(admin, 'GET', `/leads?${query}`)).data;

const field = (name: string, value: unknown) =>
  `filter=${encodeURIComponent(JSON.stringify({ field: name, op: 'eq', value }))}`;

describe('a copy', () => {
  test('has what the original has, but for what is unique and what is sent', async () => {
    const input = { name: 'Ada', key__c: 'A-1', score__c: 3, address: { city: 'London' } };
    const lead = await made(admin, '/leads', input);
    const copy = await made(admin, `/leads/${lead.id}/clone`, { name: 'Byron' });
    expect(copy).toMatchObject({ name: 'Byron', key__c: null, score__c: 3, version: 1 });
    expect(copy.address).toEqual(lead.address);
    expect(copy.id).not.toBe(lead.id);
    const { status } = await admin.call('POST', `/leads/${newId()}/clone`, { body: {} });
    expect(status).toBe(404);
  });

  test('leaves out entries of masters that were switched off', async () => {
    for (const code of ['fading', 'lasting']) {
      await made(admin, '/masters/industry', { code, name: code });
    }
    const settings = { master: 'industry' };
    const trades = { name: 'trades__c', label: 'Trades', type: 'multi_select', settings };
    await made(admin, '/customization/objects/lead/fields', trades);
    const both = { industry: 'fading', trades__c: ['fading', 'lasting'] };
    const lead = await made(admin, '/leads', { name: 'Ada', ...both, source: 'web' });
    await done(admin, 'PATCH', '/masters/industry/fading', { active: false });
    const copy = await made(admin, `/leads/${lead.id}/clone`, {});
    expect(copy).toMatchObject({ industry: null, trades__c: ['lasting'], source: 'web' });
    const chosen = { body: { industry: 'fading' } };
    const { status } = await admin.call('POST', `/leads/${lead.id}/clone`, chosen);
    expect(status).toBe(422);
  });
});

describe('a change of many records', () => {
  test('is made to each for itself, and each has its result', async () => {
    const all = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => made(admin, '/leads', { name, title: 'Old' })),
    );
    const ids = [...all.map(({ id }) => id), newId()];
    const sent = { ids, patch: { title: 'New' } };
    const answer = await done<Json & { results: Json[] }>(admin, 'POST', '/leads/bulk', sent);
    expect(answer).toMatchObject({ updated: 3, unchanged: 0, failed: 1 });
    expect(answer.results.map(({ id, status }) => [id, status])).toEqual(
      ids.map((id, i) => [id, i < 3 ? 'updated' : 'failed']),
    );
    expect(answer.results[3]).toMatchObject({ problem: { code: 'not_found' } });
    const again = await done(admin, 'POST', '/leads/bulk', sent);
    expect(again).toMatchObject({ updated: 0, unchanged: 3, failed: 1 });
  });

  test('reaches the records of a filter', async () => {
    await Promise.all(['x', 'y'].map((name) => made(admin, '/leads', { name, title: 'Filtered' })));
    const filter = { field: 'title', op: 'eq', value: 'Filtered' };
    const answer = await done(admin, 'POST', '/leads/bulk', { filter, patch: { score__c: 7 } });
    expect(answer).toMatchObject({ updated: 2, failed: 0 });
    expect(await leads(field('score__c', 7))).toHaveLength(2);
  });

  test('is announced as work on many records, and so is an import, no change of one', async () => {
    const one = await made(admin, '/leads', { name: 'Laned' });
    await done(admin, 'PATCH', `/leads/${one.id}`, { title: 'Alone' });
    await done(admin, 'POST', '/leads/bulk', { ids: [one.id], patch: { title: 'With others' } });
    const { results } = await load('name\nLaned too\n');
    const owner = new Client({ connectionString: t.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ bulk: boolean }>(
      `select bulk from outbox.event where record_id = any ($1) order by seq`,
      [[one.id, results[0]?.id]],
    );
    await owner.end();
    expect(rows.map(({ bulk }) => bulk)).toEqual([false, false, true, true]);
  });

  test('that is wrong for all of them changes none', async () => {
    const before = await contents(t.ownerUrl);
    const ids = (await leads('pageSize=3')).map(({ id }) => id);
    const wrong: [object, number][] = [
      [{ patch: { title: 'x' } }, 422],
      [{ ids, filter: { field: 'title', op: 'isSet' }, patch: {} }, 422],
      [{ filter: { field: 'nothing', op: 'isSet' }, patch: {} }, 400],
      [{ ids: ['x'], patch: {} }, 422],
      [{ ids }, 422],
      [{ ids: [], patch: {} }, 422],
    ];
    for (const [body, status] of wrong) {
      expect([body, (await admin.call('POST', '/leads/bulk', { body })).status]).toEqual([
        body,
        status,
      ]);
    }
    const each = await done<Json & { results: Json[] }>(admin, 'POST', '/leads/bulk', {
      ids,
      patch: { score__c: 11, nothing: 1 },
    });
    expect(each).toMatchObject({ updated: 0, failed: 3 });
    expect(each.results[0]).toMatchObject({ problem: { code: 'malformed_request' } });
    expect(await contents(t.ownerUrl)).toEqual(before);
  });
});

describe('an import', () => {
  test('makes a record of each row that is right and tells of each that is not', async () => {
    const csv = 'name,score__c,address.city\nRow one,1,Paris\n,2,\nRow three,99,\nRow four,,\n';
    const { results, ...counts } = await load(csv);
    expect(counts).toEqual({
      dryRun: false,
      rows: 4,
      created: 2,
      updated: 0,
      unchanged: 0,
      failed: 2,
      resultsTruncated: false,
    });
    expect(results.map(({ line, status }) => [line, status])).toEqual([
      [2, 'created'],
      [3, 'failed'],
      [4, 'failed'],
      [5, 'created'],
    ]);
    expect(results[1]?.problem).toMatchObject({ errors: [{ pointer: '/name', code: 'required' }] });
    expect(results[2]?.problem).toMatchObject({ errors: [{ pointer: '/score__c', code: 'max' }] });
    const [first] = await leads(field('name', 'Row one'));
    expect(first).toMatchObject({ id: results[0]?.id, score__c: 1, address: { city: 'Paris' } });
  });

  test('reads cells that a semicolon parts, and refuses a row with more of them', async () => {
    const { results, ...counts } = await load('name;score__c\n"Of, two";1\nToo many;2;3\n');
    expect(counts).toMatchObject({ rows: 2, created: 1, failed: 1 });
    expect(await done(admin, 'GET', `/leads/${results[0]?.id}`)).toMatchObject({ name: 'Of, two' });
    expect(results[1]).toMatchObject({
      line: 3,
      problem: { code: 'validation_failed', errors: [{ code: 'max' }] },
    });
  });

  test('that is only tried writes nothing and finds the same', async () => {
    const before = await contents(t.ownerUrl);
    const csv = 'name,score__c\nTried,1\nWrong,many\n';
    const { results, ...counts } = await load(csv, '?dryRun=true');
    expect(counts).toMatchObject({ dryRun: true, rows: 2, created: 1, failed: 1 });
    expect(results[0]).toEqual({ line: 2, status: 'created' });
    expect(await contents(t.ownerUrl)).toEqual(before);
  });

  test('changes the records that its rows name, and sent again changes nothing', async () => {
    const csv = 'key__c,name,score__c\nK-1,Kay,1\nK-2,Kim,2\n';
    expect(await load(csv, '?matchBy=key__c')).toMatchObject({ created: 2 });
    expect(await load(csv, '?matchBy=key__c')).toMatchObject({ created: 0, unchanged: 2 });
    const more = 'key__c,name,score__c\nK-2,Kimberley,\nK-3,Kit,3\n';
    expect(await load(more, '?matchBy=key__c')).toMatchObject({ created: 1, updated: 1 });
    const [kim] = await leads(field('key__c', 'K-2'));
    expect(kim).toMatchObject({ name: 'Kimberley', score__c: 2 });
    const byId = `id,title\n${kim?.id},Boss\n${newId()},Nobody\nx,Nobody\n`;
    const { results } = await load(byId);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'updated',
      'not_found',
      'validation_failed',
    ]);
  });

  test('takes back what an export has written, formulas of spreadsheets included', async () => {
    const nasty = ['=cmd|calc!A1', '+1+1', '@x', "'quoted", 'quotes ", commas', '-2'];
    const make = (companyName: string) => made(admin, '/leads', { name: 'Nasty', companyName });
    await Promise.all(nasty.map(make));
    const csv = await done<string>(admin, 'GET', `/leads?${field('name', 'Nasty')}`, undefined, {
      accept: 'text/csv',
    });
    const rows = parse(csv, { columns: true }) as Record<'id' | 'companyName', string>[];
    expect(
      rows.map(({ companyName }) => companyName).filter((text) => /^[=+@]/.test(text)),
    ).toEqual([]);
    const kept = stringify(rows, { header: true, columns: ['id', 'companyName'] });
    expect(await load(kept)).toMatchObject({ unchanged: nasty.length, failed: 0 });
  });

  test('with columns that are no fields is refused with all of them', async () => {
    const { status, body } = await admin.call('POST', '/leads/import', {
      body: 'name,nickname,createdAt,name\nx,y,z,w\n',
      headers: CSV,
    });
    expect([status, (body as Json).code]).toEqual([422, 'import_columns_invalid']);
    expect((body as { errors: Json[] }).errors.map(({ parameter }) => parameter)).toEqual([
      'nickname',
      'name',
    ]);
  });

  test('of a file that cannot be read is refused with the place', async () => {
    for (const body of ['name\n"x', Buffer.from([0x6e, 0x61, 0x0a, 0xff]).toString('latin1')]) {
      const answer = await admin.call('POST', '/leads/import', { body, headers: CSV });
      expect(answer.status).toBe(422);
    }
  });

  test('of many rows is saved in batches and lists ten thousand of them', async () => {
    const rows = Array.from({ length: 1200 }, (_, i) => `Many ${i},${i % 12}`);
    const summary = await load(`name,score__c\n${rows.join('\n')}\n`);
    expect(summary).toMatchObject({ rows: 1200, created: 1100, failed: 100 });
    expect(summary.results).toHaveLength(1200);
    expect(summary.results.map(({ line }) => line)).toEqual(rows.map((_, i) => i + 2));
  });
});

describe('a download', () => {
  test('masks personal data for whoever may not change the records', async () => {
    await made(admin, '/leads', { name: 'Private', email: 'private@example.com' });
    const { client } = await memberMaker(api, t)({ matrix: { leads: ['view', 'export'] } });
    const path = `/leads?${field('name', 'Private')}`;
    const csv = { accept: 'text/csv' };
    expect(await done<string>(client, 'GET', path, undefined, csv)).not.toContain('private@');
    expect(await done<string>(admin, 'GET', path, undefined, csv)).toContain('private@');
    const lines = await done<string>(client, 'GET', path, undefined, {
      accept: 'application/x-ndjson',
    });
    expect(JSON.parse(lines)).toMatchObject({ name: 'Private', email: '•••' });
  });

  test('that masks personal data overwrites none when it comes back', async () => {
    const { id } = await made(admin, '/contacts', { firstName: 'Ida', lastName: 'Kept' });
    const matrix = { contacts: ['view', 'export', 'import'] } as const;
    const { client } = await memberMaker(api, t)({ matrix });
    const path = `/contacts/export?${field('id', id)}&fields=id,firstName,lastName`;
    for (const format of ['csv', 'jsonl']) {
      const file = await done<string>(client, 'GET', `${path}&format=${format}`);
      expect(file).toContain('•••');
      const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
      for (const by of [client, admin]) {
        const headers = { 'content-type': type };
        expect(await done(by, 'POST', '/contacts/import', file, headers)).toMatchObject({
          unchanged: 1,
          failed: 0,
        });
      }
    }
    const kept = await done(admin, 'GET', `/contacts/${id}`);
    expect(kept).toMatchObject({ firstName: 'Ida', lastName: 'Kept', version: 1 });
    // Nor is somebody made who is called so.
    const stranger = await done(admin, 'POST', '/contacts/import', 'lastName\n•••\n', CSV);
    expect(stranger).toMatchObject({ created: 0, failed: 1 });
  });

  test('masks what is worked out of personal data, at whatever place it is listed', async () => {
    const formula = (name: string, text: string) => ({
      name,
      type: 'formula',
      settings: { formula: text, resultType: 'text' },
    });
    await defineField(admin, 'contact', formula('copy__c', '"to " & email'));
    await defineField(admin, 'contact', formula('again__c', 'UPPER(copy__c)'));
    await defineField(admin, 'deal', formula('whom__c', 'contact.email'));
    await defineField(admin, 'invoice', { name: 'reader__c', type: 'text', personal: true });
    const email = 'masked@example.com';
    const contact = await made(admin, '/contacts', { lastName: 'Maskman', email });
    const campaign = await made(admin, '/campaigns', { name: 'Masks' });
    await done(admin, 'POST', `/campaigns/${campaign.id}/members`, { contactIds: [contact.id] });
    await made(admin, '/deals', { name: 'D', contactId: contact.id, amount: '1', currency: 'EUR' });
    const account = await made(admin, '/accounts', { name: 'Billed' });
    const lines = [{ description: 'x', quantity: '1', unitPrice: '1' }];
    await made(admin, '/invoices', {
      accountId: account.id,
      currency: 'EUR',
      lines,
      reader__c: email,
    });
    const view = ['view', 'export'] as const;
    const matrix = { contacts: view, deals: view, campaigns: view, invoices: view };
    const { client } = await memberMaker(api, t)({ matrix });
    const csv = { accept: 'text/csv' };
    const members = `/campaigns/${campaign.id}/members`;
    for (const path of ['/contacts', '/deals', members, '/invoices']) {
      const [theirs, whole] = await Promise.all(
        [client, admin].map((by) => done<string>(by, 'GET', path, undefined, csv)),
      );
      expect([path, /masked@|Maskman/i.test(theirs ?? '')]).toEqual([path, false]);
      expect([path, /masked@|Maskman/i.test(whole ?? '')]).toEqual([path, true]);
    }
  });
});

describe('a row in which two things of different kinds are wrong', () => {
  test('is told both, whatever it is a row of', async () => {
    const account = await made(admin, '/accounts', { name: 'Known', externalKey: 'K-1' });
    const product = await made(admin, '/products', { sku: 'ONCE', name: 'Sold once' });
    const book = await made(admin, '/pricebooks', { name: 'Known', currency: 'EUR' });
    const chances = { open: 10, won: 100, lost: 0 };
    const stages = Object.entries(chances).map(([kind, probability]) => {
      return { name: kind, kind, probability };
    });
    const out = { name: 'Out of use', stages, active: false };
    const pipeline = await made(admin, '/pipelines', out);
    await made(admin, '/meters', { code: 'taken', name: 'Known', aggregation: 'sum' });
    await done(admin, 'PATCH', '/currencies/JPY', { enabled: false });
    const known = { account: account.id, product: product.id, book: book.id };
    const cases = twoFaults({ ...known, pipeline: pipeline.id });
    const told = await Promise.all(
      cases.map(async ({ path, row }) => {
        const file = stringify([Object.keys(row), Object.values(row)]);
        const { results } = await done<Imported>(admin, 'POST', `${path}/import`, file, CSV);
        const { errors = [] } = (results[0]?.problem ?? {}) as { errors?: { pointer: string }[] };
        return { path, pointers: [...new Set(errors.map(({ pointer }) => pointer))].sort() };
      }),
    );
    expect(told).toEqual(cases.map(({ path, pointers }) => ({ path, pointers })));
    const { paths } = await done<{ paths: Record<string, object> }>(admin, 'GET', '/openapi.json');
    const imports = Object.keys(paths).filter((path) => path.endsWith('/import'));
    const asked = cases.map(({ path }) => `${path.replace(known.book, '{bookId}')}/import`);
    expect(imports.filter((path) => !OTHER_IMPORTS.includes(path)).sort()).toEqual(
      [...new Set(asked)].sort(),
    );
  });

  test('is told them by the names of its members where it is a line of JSON', async () => {
    const line = JSON.stringify({ lastName: 'L', email: 'no address', 'account.name': 'Nobody' });
    const type = { 'content-type': 'application/x-ndjson' };
    const { results } = await done<Imported>(admin, 'POST', '/contacts/import', line, type);
    expect(results).toMatchObject([
      {
        line: 1,
        problem: {
          errors: expect.arrayContaining([
            expect.objectContaining({ pointer: '/email' }),
            expect.objectContaining({ pointer: '/accountId', parameter: 'account.name' }),
          ]) as unknown,
        },
      },
    ]);
  });

  test('is refused alone where its line says a member twice, as a body is', async () => {
    const lines = '{"lastName":"A","lastName":"B"}\n{"lastName":"C"}\n';
    const type = { 'content-type': 'application/x-ndjson' };
    const { results } = await done<Imported>(admin, 'POST', '/contacts/import', lines, type);
    expect(results).toMatchObject([
      { line: 1, problem: { detail: expect.stringContaining('says a member twice') as unknown } },
      { line: 2 },
    ]);
  });
});
