import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { parseLocalDate } from '@quittance/calendar';
import { DraftBody, HeadBody, PatchBody } from '@quittance/http/host';
import { newId, type Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { text } from '@quittance/fields';
import { describeNoun, headOf, optional, type RowOf } from '@quittance/nouns';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  addColumn,
  documentedBy,
  faultsOf,
  listedBy,
  objectLike,
} from '../testing/one-more-member.js';
import { invoiceMembers, invoiceNoun } from '../invoices/invoice.description.js';
import { invoiceRows } from '../invoices/invoice.lists.js';

/** What a person writes of an invoice and may change even after it was sent. */
const SAID = { changes: 'always', copied: true, catalogued: true } as const;
const SHOWN = { csv: true, printed: true } as const;

/** The invoice with one member more: this line and the column below are all that it takes. */
const members = {
  ...invoiceMembers,
  projectCode: optional(text('Project code', { maxLength: 60, searched: true }), {
    ...SAID,
    ...SHOWN,
  }),
};
const COLUMN = 'alter table receivables.invoice add column project_code text';

const copy = describeNoun({ ...invoiceNoun, members });
type Row = RowOf<typeof members>;

const head = headOf(copy, { disputedAmount: () => '0.00', isOverdue: () => false });

class Shape {}
class Draft extends DraftBody(copy) {}
class Change extends PatchBody(copy) {}
class Head extends HeadBody(copy, { billTo: () => Shape, dispute: () => Shape }) {}

@Controller('copies')
class Copies {
  @Post()
  @ApiOkResponse({ type: Head })
  make(@Body() _: Draft): void {}

  @Patch()
  change(@Body() _: Change): void {}
}

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
  await addColumn(t, COLUMN);
});
afterAll(() => t?.close());

const READ = `select ${copy.rows.select('i')} from receivables.invoice i order by i.id`;
const READ_CODES = `select i.project_code as "code" from receivables.invoice i order by i.id`;

describe('a member that is one line of the description', () => {
  test('is a column of the row: made, stored, changed in bulk, read, listed, shown', async () => {
    const found = await t.db.write(ctx, async (tx) => {
      const codes = async () => (await tx.rows<{ code: string }>(READ_CODES)).map((r) => r.code);
      const plain = await aStoredInvoice(tx);
      const other: Row = {
        ...plain,
        id: newId<'invoice'>(),
        number: 'other',
        numberSeq: plain.numberSeq + 1n,
        projectCode: 'Made',
      };
      await copy.rows.insert(tx, [other]);
      await copy.store(tx, { ...plain, projectCode: 'Stored' });
      const written = await codes();
      await copy.rows.storeAlike(tx, [other.id], { projectCode: 'Alike' });
      return { written, alike: await codes(), rows: await tx.rows<Row>(READ) };
    });
    expect(found.written).toEqual(['Stored', 'Made']);
    expect(found.alike).toEqual(['Stored', 'Alike']);
    expect(found.rows.map(({ projectCode }) => projectCode)).toEqual(['Stored', 'Alike']);

    const today = parseLocalDate('2026-03-01');
    const list: ListDefinition<Row, { projectCode: string | null }> = {
      ...invoiceRows(today),
      select: copy.rows.select('i', copy.head),
      fields: copy.listFields,
      search: copy.search,
      map: (row) => head(row),
    };
    const listed = listedBy(t, ctx, list, 'projectCode');
    const is = { field: 'projectCode', op: 'eq', value: 'Alike' };
    expect(await listed({ filter: JSON.stringify(is) })).toEqual(['Alike']);
    expect(await listed({ search: 'store' })).toEqual(['Stored']);
    expect(await listed({ sort: 'projectCode' })).toEqual(['Alike', 'Stored']);
  });

  test('is downloaded, printed, copied, and null until somebody says it', () => {
    const row = { ...copy.empty, projectCode: 'P-1' } as Row;
    expect(copy.csv).toContain('projectCode');
    expect(copy.printed(row).projectCode).toBe('P-1');
    expect(copy.copied(row).projectCode).toBe('P-1');
    expect(copy.empty.projectCode).toBeNull();
    expect(copy.said({ projectCode: 'P-2' }).projectCode).toBe('P-2');
    expect(copy.said({}).projectCode).toBeNull();
    expect(copy.changesAlways).toContain('projectCode');
  });

  test('is a field of the object, for layouts, rules and its JSON Schema', () => {
    const object = objectLike(copy, 'number');
    expect(object.fields.get('projectCode')).toMatchObject({
      label: 'Project code',
      readOnly: true,
      searched: true,
      storage: { kind: 'column', column: 'project_code' },
    });
    expect(object.properties).toMatchObject({
      projectCode: { type: ['string', 'null'], title: 'Project code' },
    });
  });

  test('is documented and checked in the bodies of the API', async () => {
    const schemas = await documentedBy(Copies);
    const said = { type: 'string', minLength: 1, maxLength: 60, nullable: true };
    for (const name of ['Draft', 'Change', 'Head']) {
      expect(schemas[name]).toMatchObject({ properties: { projectCode: said } });
    }
    const faults = (projectCode: unknown) => faultsOf(Change, { projectCode });
    expect([faults('P-1'), faults(null), faults('x'.repeat(61))]).toEqual([
      [],
      [],
      ['projectCode'],
    ]);
  });
});
