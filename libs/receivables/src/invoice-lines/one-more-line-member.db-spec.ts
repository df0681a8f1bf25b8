import { Body, Controller, Patch, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { text } from '@quittance/fields';
import { DraftBody, HeadBody, PatchBody } from '@quittance/http/host';
import { newId, type Ctx } from '@quittance/kernel';
import {
  blanksOf,
  copiedOf,
  describeNoun,
  lineHeadOf,
  nounList,
  optional,
  printedOf,
  type RowOf,
} from '@quittance/nouns';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import {
  addColumn,
  documentedBy,
  faultsOf,
  listedBy,
  objectLike,
} from '../testing/one-more-member.js';
import { linesOf } from '../invoices/invoice.repository.js';
import { documentLineMembers, documentLineViews } from '@quittance/lines';
import { invoiceLineNoun } from './invoice-line.description.js';

/** What a person writes of a line, nothing but the price is made of, and the customer reads. */
const SHOWN = { copied: true, printed: true, csv: true, catalogued: true } as const;

/** Lines with one member more: this line and the column below are all that it takes. */
const shared = {
  ...documentLineMembers,
  costCentre: optional(text('Cost centre', { maxLength: 60, searched: true }), SHOWN),
};
const COLUMN = 'alter table receivables.invoice_line add column cost_centre text';

const members = { ...invoiceLineNoun.members, ...shared };
const copy = describeNoun({ ...invoiceLineNoun, members });
type Line = RowOf<typeof members>;

const view = lineHeadOf(copy, documentLineViews);

class Discount {}
const shapes = { discount: () => Discount } as const;
class Draft extends DraftBody({ members: shared }, shapes) {}
class Change extends PatchBody({ members: shared }, shapes) {}
class Shown extends HeadBody({ members: shared }, shapes) {}

@Controller('copies')
class Copies {
  @Post()
  @ApiOkResponse({ type: Shown })
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

const READ = `select ${copy.rows.select('l')} from receivables.invoice_line l order by l.position`;

describe('a member of a line that is one line of the description', () => {
  test('is a column of the row: made one by one and in sets, read, listed, shown', async () => {
    const lines = await t.db.write(ctx, async (tx) => {
      const { id } = await aStoredInvoice(tx);
      const [plain] = (await linesOf(tx, id)) as [Line];
      const like = (position: number, costCentre: string | null): Line => ({
        ...plain,
        id: newId<'invoice-line'>(),
        position,
        costCentre,
      });
      await copy.rows.insert(tx, [like(2, 'Roof'), like(3, 'Cellar')]);
      const { id: _, position: __, costCentre: ___, ...same } = like(4, null);
      const columns = copy.rows.arrays(['Attic'], {
        id: () => newId<'invoice-line'>(),
        position: () => 4,
        costCentre: (name) => name,
      });
      await copy.rows.insertArrays(tx, columns, same);
      return tx.rows<Line>(READ);
    });
    expect(lines.map(({ costCentre }) => costCentre)).toEqual([null, 'Roof', 'Cellar', 'Attic']);
    expect(lines.map((line) => view(line, 'EUR').costCentre)).toContain('Cellar');

    const list = nounList(copy, (line) => ({ costCentre: (line as Line).costCentre }));
    const listed = listedBy(t, ctx, list, 'costCentre');
    const is = { field: 'costCentre', op: 'eq', value: 'Roof' };
    expect(await listed({ filter: JSON.stringify(is) })).toEqual(['Roof']);
    expect(await listed({ search: 'attic' })).toEqual(['Attic']);
    expect(await listed({ sort: 'costCentre' })).toEqual(['Attic', 'Cellar', 'Roof', null]);
  });

  test('is downloaded, printed, kept when the line is priced again, and null unsaid', () => {
    const line = { ...copy.empty, costCentre: 'Roof' } as Line;
    expect(copy.csv).toContain('costCentre');
    expect(printedOf({ members: shared })(line).costCentre).toBe('Roof');
    expect(copiedOf({ members: shared })(line).costCentre).toBe('Roof');
    expect(blanksOf({ members: shared }).costCentre).toBeNull();
  });

  test('is a field of its catalogue, and of the JSON Schema made of that', () => {
    const object = objectLike(copy, 'costCentre');
    expect(object.fields.get('costCentre')).toMatchObject({
      label: 'Cost centre',
      searched: true,
      storage: { kind: 'column', column: 'cost_centre' },
    });
    expect(object.properties).toMatchObject({
      costCentre: { type: ['string', 'null'], title: 'Cost centre' },
    });
  });

  test('is documented and checked in the bodies of the API', async () => {
    const schemas = await documentedBy(Copies);
    const costCentre = { type: 'string', minLength: 1, maxLength: 60, nullable: true };
    for (const name of ['Draft', 'Change', 'Shown']) {
      expect(schemas[name]).toMatchObject({ properties: { costCentre } });
    }
    const faults = (said: unknown) => faultsOf(Change, { costCentre: said });
    expect([faults('Roof'), faults('x'.repeat(61))]).toEqual([[], ['costCentre']]);
  });
});
