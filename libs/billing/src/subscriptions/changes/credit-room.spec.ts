import { parseLocalDate } from '@quittance/calendar';
import { newId, type InvoiceId, type ProductId } from '@quittance/kernel';
import { lineProducts } from '@quittance/lines';
import type { MadeDocument } from '@quittance/receivables';
import { CreditRoom } from './credit-on.js';

const [ONE, OTHER] = [newId<'product'>(), newId<'product'>()];

function line(position: number, productId: ProductId, creditable: bigint) {
  const taxed = {
    taxCode: null,
    placeOf: null,
    periodStart: null,
    periodEnd: null,
    taxRate: 19_000_000n,
  };
  return {
    id: newId<'invoice-line'>(),
    position,
    productId,
    creditable,
    left: creditable,
    net: creditable,
    ...taxed,
  };
}

function document(creditable: bigint, lines: MadeDocument['lines'], more = {}): MadeDocument {
  const id: InvoiceId = newId<'invoice'>();
  const issueDate = parseLocalDate('2026-01-01');
  const state = { issueDate, open: false, closed: false, single: false };
  return { id, ...state, creditable, creditableTotal: (creditable * 119n) / 100n, lines, ...more };
}

describe('what comes back of an invoice', () => {
  it('goes to the line that asked, then to those of its product, then to others', () => {
    const lines = [line(1, ONE, 1000n), line(2, OTHER, 6000n), line(3, ONE, 300n)];
    const invoice = document(7300n, lines);
    const room = new CreditRoom([invoice]);
    const asked = {
      own: [invoice.id],
      productId: ONE,
      taxedBy: null,
      lineOf: () => lines[0]?.id ?? null,
    };
    const parts = room.take(1867n, asked);
    expect(parts.map(({ lineId, amount }) => [lineId, amount])).toEqual([
      [lines[0]?.id, 1000n],
      [lines[2]?.id, 300n],
      [lines[1]?.id, 567n],
    ]);
    expect(room.take(6000n, asked)).toMatchObject([{ lineId: lines[1]?.id, amount: 5433n }]);
    expect(room.take(1n, asked)).toEqual([]);
  });

  it('is no more than the invoice comes to, and beyond that by the newest of the others', () => {
    const lines = [line(1, ONE, 3000n), line(2, ONE, 0n)];
    // A line took 15.00 off what another asked.
    const [older, newer] = [document(1500n, lines), document(500n, [line(1, ONE, 500n)])];
    const room = new CreditRoom([older, newer]);
    const parts = room.take(2100n, { own: [older.id], productId: ONE, taxedBy: null });
    expect(parts.map(({ invoiceId, amount }) => [invoiceId, amount])).toEqual([
      [older.id, 1500n],
      [newer.id, 500n],
    ]);
  });

  it('names no line of a draft, and nothing comes back of what asks for nothing', () => {
    const draft = document(500n, [line(1, ONE, 500n)], { open: true });
    const gone = document(900n, [line(1, ONE, 900n)], { closed: true });
    const parts = new CreditRoom([draft, gone]).take(900n, {
      own: [gone.id],
      productId: ONE,
      taxedBy: null,
    });
    expect(parts).toEqual([{ invoiceId: draft.id, lineId: null, amount: 500n }]);
  });

  it('is of lines that were taxed alike, within what the invoice asks at that tax', () => {
    const [full, low] = [line(1, ONE, 10000n), { ...line(2, ONE, 10000n), taxCode: 'low' }];
    const invoice = document(20000n, [full, low], { creditableTotal: 22600n });
    const room = new CreditRoom([invoice]);
    const parts = room.take(12000n, { own: [invoice.id], productId: ONE, taxedBy: 'low' });
    expect(parts).toEqual([{ invoiceId: invoice.id, lineId: low.id, amount: 10000n }]);
  });

  it('is of lines that were supplied at one place', () => {
    const placeOf = { country: 'FR', region: null, postalCode: '75001' };
    const [here, there] = [line(1, ONE, 10000n), { ...line(2, ONE, 10000n), placeOf }];
    const invoice = document(20000n, [here, there]);
    const asked = { own: [invoice.id], productId: ONE };
    const taxedBy = lineProducts.taxedBy({ taxCode: null, placeOf: { ...placeOf } });
    const room = new CreditRoom([invoice]);
    expect(room.take(12000n, { ...asked, taxedBy })).toMatchObject([
      { lineId: there.id, amount: 10000n },
    ]);
    expect(room.take(12000n, { ...asked, taxedBy: null })).toMatchObject([
      { lineId: here.id, amount: 10000n },
    ]);
  });

  it('is within the total of an invoice that takes off at one tax what it asks at another', () => {
    const off = { ...line(1, ONE, 0n), left: -5000n, net: -5000n };
    const low = { ...line(2, ONE, 7000n), taxCode: 'low', taxRate: 7_000_000n };
    // 70.00 and 4.90, less 50.00 and 9.50.
    const invoice = document(2000n, [off, low], { creditableTotal: 1540n });
    const parts = new CreditRoom([invoice]).take(2000n, {
      own: [invoice.id],
      productId: ONE,
      taxedBy: 'low',
    });
    expect(parts).toMatchObject([{ amount: 1439n }]);
  });
});
