import { Module } from '@nestjs/common';
import { membersShape } from '@quittance/configuration';
import { text } from '@quittance/fields';
import { openApiDocument } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { describeNoun, itemShapes, optional } from '@quittance/nouns';
import { TaxModule } from '@quittance/tax';
import { taxCodeRecord } from '@quittance/tax/host';
import { setUpRecord } from '@quittance/tax/testing';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { taxRecordsController } from '../../src/tax/tax-records.controller.js';
import {
  aMember,
  send,
  startProbeApi,
  type Member,
  type ProbeApi,
} from '../hostile/probe/probe-api.js';

/** A copy of the tax code with one plain member more: a line of its description, and a column. */
const remarkedNoun = describeNoun({
  ...taxCodeRecord,
  name: 'remarked-code',
  path: '/remarked-codes',
  members: {
    ...taxCodeRecord.members,
    remark: optional(text('Remark', { searched: true, maxLength: 40, help: 'A note.' })),
  },
});
const remarked = setUpRecord(remarkedNoun as never as typeof taxCodeRecord, {
  check: async () => undefined,
  refusal: (error) => error,
});

@Module({ imports: [TaxModule], controllers: [taxRecordsController(remarked)] })
class RemarkedModule {}

let t: TestDatabase;
let api: ProbeApi;
let ctx: Ctx;
let clerk: Member;

beforeAll(async () => {
  t = await testDatabase();
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query('alter table tax.code add column remark text');
  await owner.end();
  api = await startProbeApi(t, {}, RemarkedModule);
  ctx = await t.newCompany();
  clerk = await aMember(api, t, ctx, { tax: ['view', 'create', 'update', 'delete', 'export'] });
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const ask = (path: string, sent: Parameters<typeof send>[2] = {}) =>
  send(api, `/remarked-codes${path}`, { token: clerk.token, ...sent });

describe('a plain member that is added to the description of a noun', () => {
  it('is stored, read, changed and cleared', async () => {
    const made = await ask('', { body: { code: 'a', name: 'A', remark: 'first' } });
    expect(made).toMatchObject({ status: 201, json: { remark: 'first' } });
    const path = `/${String(made.json.id)}`;
    expect((await ask(path)).json).toMatchObject({ code: 'a', remark: 'first', version: 1 });
    const changed = await ask(path, { method: 'PATCH', body: { remark: null } });
    expect(changed.json).toMatchObject({ remark: null, version: 2 });
    const blank = await ask('', { body: { code: 'b', name: 'B' } });
    expect(blank.json).toMatchObject({ remark: null });
  });

  it('is checked in what is sent', async () => {
    const { status, json } = await ask('', {
      body: { code: 'c', name: 'C', remark: 'x'.repeat(41) },
    });
    expect([status, json.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/remark', code: 'max_length' })],
    ]);
  });

  it('is in the list: filtered, sorted, searched, and a column of the file', async () => {
    await ask('', { body: { code: 'd', name: 'D', remark: 'zebra' } });
    await ask('', { body: { code: 'e', name: 'E', remark: 'aardvark' } });
    const codes = async (query: Record<string, string>) => {
      const { json } = await ask(`?${new URLSearchParams(query).toString()}`);
      return (json.data as { code: string }[]).map(({ code }) => code);
    };
    const set = JSON.stringify({ field: 'remark', op: 'isSet' });
    expect(await codes({ filter: set, sort: '-remark' })).toEqual(['d', 'e']);
    expect(await codes({ search: 'zebra' })).toEqual(['d']);
    const file = await ask('', { headers: { accept: 'text/csv' } });
    const [head = '', ...lines] = file.text.split(/\r?\n/);
    expect(head.split(',')).toContain('remark');
    expect(lines.join()).toContain('zebra');
  });

  it('is in the schemas of the document: of the record and of both bodies', () => {
    const document = openApiDocument(api.app, { host: 'staff', publicUrl: 'http://localhost' });
    const schemas = document.components?.schemas as Record<string, { properties: object }>;
    const remark = {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 40,
      description: 'A note.',
    };
    for (const name of ['RemarkedCodeDto', 'CreateRemarkedCodeDto', 'UpdateRemarkedCodeDto']) {
      expect([name, schemas[name]?.properties]).toEqual([
        name,
        expect.objectContaining({ remark }),
      ]);
    }
    const { parameters = [] } = document.paths['/remarked-codes']?.get ?? {};
    const sort = parameters.find((each) => 'name' in each && each.name === 'sort');
    expect(sort).toMatchObject({ description: expect.stringContaining('remark') });
  });

  it('is in an item of the set-up', () => {
    const plain = { code: 'a', name: 'A', description: null };
    const item = { ...plain, kind: null, taxClass: null, isDefault: false };
    const faults = (remark: unknown) =>
      membersShape(itemShapes(remarkedNoun))({ ...item, remark }, '');
    expect(faults('fine')).toEqual([]);
    expect(faults(5)).toEqual([expect.objectContaining({ pointer: '/remark' })]);
  });
});
