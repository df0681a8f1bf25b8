import type { CreditNoteId, Id, InvoiceId } from '@quittance/kernel';
import { creditedByLines, type CreditedByOthers } from './credited-of-invoice.js';

const line = (position: number, net: bigint, productId = 'plan'): CreditedByOthers => ({
  invoiceId: 'invoice' as InvoiceId,
  noteId: 'note' as CreditNoteId,
  lineId: `line ${position}` as Id<'invoice-line'>,
  position,
  productId,
  net,
});
const nets = (lines: readonly CreditedByOthers[]) =>
  Object.fromEntries(creditedByLines(lines).map(({ lineId, net }) => [lineId, net]));

it('is of each line what notes say of it', () => {
  const loose = { ...line(0, 7n), lineId: null, position: null, productId: null };
  expect(nets([line(1, 60n), line(2, 50n), loose])).toEqual({
    'line 1': 60n,
    'line 2': 50n,
    null: 7n,
  });
});

it('is the difference where what a line took off is credited with it', () => {
  const both = [line(1, -30n), line(2, 60n), line(3, -20n), line(4, 50n)];
  expect(nets(both)).toEqual({ 'line 2': 30n, 'line 4': 30n });
  expect(nets([...both].reverse())).toEqual({ 'line 2': 30n, 'line 4': 30n });
  // Two of one product take off one behind the other, and then ask.
  expect(nets([line(1, -30n), line(2, -20n), line(3, 60n), line(4, 50n)])).toEqual({
    'line 3': 10n,
    'line 4': 50n,
  });
});

it('is of the product of the line first, and of no other note', () => {
  expect(nets([line(1, -30n), line(2, 60n, 'other'), line(3, 10n)])).toEqual({ 'line 2': 40n });
  const other = { ...line(2, 60n), noteId: 'another' as CreditNoteId };
  expect(nets([line(1, -30n), other])).toEqual({ 'line 2': 60n });
});
