import { CreateRole } from '@quittance/access/host';
import type { Ctx } from '@quittance/kernel';
import { parse } from 'csv-parse/sync';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  aMember,
  send,
  startProbeApi,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;

const ROLES = 25;

beforeAll(async () => {
  t = await testDatabase();
  api = await startProbeApi(t);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, { invoices: ['view', 'export'] });
  for (let i = 1; i < ROLES; i += 1) {
    const description = i % 3 === 0 ? null : `=cmd("${i}"), a "quote"\nand more`;
    await new CreateRole(t.db).execute(ctx, { name: `Clerk ${i}`, description });
  }
  const other = await t.newCompany();
  await new CreateRole(t.db).execute(other, { name: 'Clerk of another company' });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const list = (query: Record<string, unknown> = {}, accept = 'application/json', member = clerk) => {
  const params = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const search = new URLSearchParams(params).toString();
  return send(api, `/probes?${search}`, { token: member.token, headers: { accept } });
};

const names = (json: Record<string, unknown>) =>
  (json.data as { name: string }[]).map(({ name }) => name);

test('a page has its records, the total of the filter and its place', async () => {
  const filter = { field: 'name', op: 'startsWith', value: 'Clerk' };
  const { json } = await list({ page: 2, pageSize: 10, sort: 'createdAt', filter });
  expect(json).toMatchObject({ total: ROLES - 1, page: 2, pageSize: 10 });
  expect(names(json)).toHaveLength(10);
  expect((await list({ page: 1e9 })).json).toMatchObject({ data: [], total: ROLES });
});

test('a list is walked by key without missing or repeating a record', async () => {
  const seen: string[] = [];
  let cursor: unknown = '';
  while (typeof cursor === 'string') {
    const { json } = await list({ cursor, pageSize: 7, sort: '-name' });
    expect(json).not.toHaveProperty('total');
    seen.push(...names(json));
    cursor = json.nextCursor;
  }
  expect(cursor).toBeNull();
  expect(seen).toHaveLength(ROLES);
  expect(seen).toEqual([...seen].sort().reverse());
});

test('search finds words in any case and takes wildcards for themselves', async () => {
  expect(names((await list({ search: 'clERK 17' })).json)).toEqual(['Clerk 17']);
  expect((await list({ search: '%' })).json.total).toBe(0);
});

test.each([
  ['page', { page: 'one' }, 400, 'page type'],
  ['page', { page: 0 }, 422, 'page min'],
  ['pageSize', { pageSize: 201 }, 422, 'pageSize max'],
  ['pageSize', { pageSize: -1 }, 422, 'pageSize min'],
  ['sort', { sort: 'password' }, 400, 'sort unknown_field'],
  ['sort', { sort: 'name,-name' }, 400, 'sort duplicate'],
  ['sort', { sort: 'name;drop table access.role' }, 400, 'sort unknown_field'],
  ['cursor', { cursor: 'nonsense' }, 400, 'cursor format'],
  ['cursor', { cursor: '', page: 1 }, 400, 'cursor state'],
  ['filter', { filter: '{' }, 400, 'filter format'],
  ['filter', { filter: [] }, 400, 'filter type'],
  ['parameter', { pagesize: 10 }, 400, 'pagesize unknown_field'],
])('a %s that cannot be used is refused', async (_, query, status, fault) => {
  const answer = await list(query);
  const [first] = answer.json.errors as { parameter: string; code: string }[];
  expect([answer.status, `${first?.parameter} ${first?.code}`]).toEqual([status, fault]);
});

test('a filter is refused with the place of each fault in it', async () => {
  const filter = {
    and: [
      { field: 'password', op: 'eq', value: 'x' },
      { field: 'builtIn', op: 'eq', value: 'yes' },
      { or: [{ not: { field: 'name', op: 'like', value: 'x' } }] },
      { field: 'name', op: 'eq', value: 'x', and: [] },
    ],
  };
  const { status, json } = await list({ filter });
  expect([status, json.code]).toEqual([400, 'invalid_list_request']);
  const faults = json.errors as { pointer: string; code: string }[];
  expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/and/0/field unknown_field',
    '/and/1/value type',
    '/and/2/or/0/not/op enum',
    '/and/3/and unknown_field',
  ]);
});

describe('a download', () => {
  test('as JSON Lines is the whole list', async () => {
    const { status, headers, text } = await list({ sort: 'name' }, 'application/x-ndjson');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="probes.ndjson"');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toHaveLength(ROLES);
  });

  test('as CSV runs nothing in a spreadsheet', async () => {
    const filter = { field: 'name', op: 'in', value: ['Clerk 1', 'Clerk 3'] };
    const { headers, text } = await list({ filter, sort: 'name' }, 'text/csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['Clerk 1', `'=cmd("1"), a "quote"\nand more`],
      ['Clerk 3', ''],
    ]);
  });

  test('needs the right to export', async () => {
    const reader = await aMember(api, t, ctx, { invoices: ['view'] });
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { status, json } = await list({}, accept, reader);
      expect([status, json.code, json.action]).toEqual([403, 'permission_denied', 'export']);
    }
    expect((await list({}, 'application/json', reader)).status).toBe(200);
  });

  test('in another form is not offered', async () => {
    const { status, json } = await list({}, 'application/pdf');
    expect([status, json.code]).toEqual([406, 'not_acceptable']);
    const preferred = await list({}, 'application/pdf, text/csv;q=0.5, application/json;q=0.9');
    expect(preferred.headers.get('content-type')).toContain('application/json');
  });
});
