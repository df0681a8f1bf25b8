import { DomainError, newId } from '@quittance/kernel';
import { orderLineNoun, type OrderLine } from '../lines/order-line.description.js';
import type { Order } from '../order.description.js';
import {
  amendedColumns,
  amendedLine,
  discountOfAmended,
  withAmended,
  type LineAmendment,
} from './amended-lines.js';

const NET = { pricesIncludeTax: false };

const aLine = (over: Partial<OrderLine> = {}): OrderLine =>
  ({
    ...orderLineNoun.empty,
    id: newId<'sales-order-line'>(),
    position: 1,
    kind: 'one_off',
    description: 'Chair',
    invoicing: 'on_order',
    ordered: '10',
    cancelled: '0',
    shipped: '0',
    returned: '0',
    invoiced: '0',
    invoicedPercent: '0',
    invoicedNet: 0n,
    invoicedTax: 0n,
    overDeliveryPercent: '0',
    stages: [],
    tiers: [],
    taxes: [],
    unitPrice: '20',
    share: 0n,
    net: 20_000n,
    tax: 3_800n,
    total: 23_800n,
    ...over,
  }) as OrderLine;

function outcome(line: OrderLine, change: Omit<LineAmendment, 'lineId'>): unknown {
  try {
    const { quoted } = amendedLine(
      line,
      { lineId: line.id, ...change },
      { currency: 'EUR', at: 0 },
    );
    return [quoted.quantity, quoted.price?.unitPrice];
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

describe('a line that is amended', () => {
  it('keeps its price, whatever the quantity', () => {
    expect(outcome(aLine(), { ordered: '100' })).toEqual(['100', '20']);
    expect(outcome(aLine(), { unitPrice: '18' })).toEqual(['10', '18']);
  });

  it.each<[string, Partial<OrderLine>, string, unknown]>([
    ['shipped', { shipped: '6' }, '5', 'below_fulfilled'],
    ['shipped', { shipped: '6' }, '6', ['6', '20']],
    ['invoiced', { invoiced: '7', shipped: '6' }, '6', 'below_fulfilled'],
    ['given up beside that', { shipped: '6', cancelled: '1' }, '6', 'below_fulfilled'],
    ['shipped above what was ordered, when more is', { shipped: '10.5' }, '10.2', ['10.2', '20']],
    ['nothing', {}, '0', 'validation_failed'],
  ])('is ordered no less than was %s', (_, over, ordered, expected) => {
    expect(outcome(aLine(over), { ordered })).toEqual(expected);
  });

  it('has another price only while nothing of it is invoiced', () => {
    const billed = aLine({ invoiced: '1', invoicedNet: 2_000n });
    expect(outcome(billed, { unitPrice: '18' })).toBe('order_line_invoiced');
    expect(outcome(billed, { discount: { percent: '5' } })).toBe('order_line_invoiced');
    expect(outcome(billed, { ordered: '12' })).toEqual(['12', '20']);
  });

  it('is nothing that recurs', () => {
    expect(outcome(aLine({ kind: 'recurring' }), { ordered: '2' })).toBe('validation_failed');
  });

  it('never comes to less than was invoiced of it, without what is given up', () => {
    // 8 of 2.00 each, of which 3 or 4 are given up: 10.00 or 8.00, and 10.00 is invoiced.
    const half = { invoicing: 'percent', invoicedPercent: '50', invoicedNet: 1000n } as const;
    const eight = (cancelled: string) =>
      aLine({ ...half, cancelled, ordered: '8', net: 1600n, tax: 0n });
    expect(() => withAmended([eight('3')], [eight('3')], NET)).not.toThrow();
    const four = eight('4');
    expect(() => withAmended([four], [four], NET)).toThrow(
      expect.objectContaining({ code: 'order_line_invoiced' }) as Error,
    );
  });

  it('never comes to less than was invoiced of it', () => {
    const billed = aLine({ invoicedNet: 12_000n });
    const cheaper = { ...billed, net: 11_999n };
    expect(() => withAmended([billed], [cheaper], NET)).toThrow(
      expect.objectContaining({ code: 'order_line_invoiced' }) as Error,
    );
  });
});

describe('the discount on the whole order', () => {
  const lines = [aLine({ share: 700n }), aLine({ share: 300n })];

  it('is a percentage of amended lines too; of an amount they bear again what they bore', () => {
    const percent = { currency: 'EUR', discount: { percent: '10' } } as const;
    expect(discountOfAmended(percent, lines)).toEqual({ percent: '10' });
    const amount = { currency: 'EUR', discount: { amount: '25.00' } } as const;
    expect(discountOfAmended(amount, lines)).toEqual({ amount: '10.00' });
    expect(discountOfAmended(amount, [])).toBeNull();
    expect(discountOfAmended({ currency: 'EUR', discount: null }, lines)).toBeNull();
  });
});

describe('an order that is amended', () => {
  const figure = (net: string, tax: string, gross: string) => ({ net, tax, gross });
  const order = {
    currency: 'EUR',
    tcv: 130_000n,
    figures: {
      oneOff: figure('200.00', '38.00', '238.00'),
      recurring: { monthly: figure('100.00', '19.00', '119.00') },
      firstInvoice: { ...figure('300.00', '57.00', '357.00'), date: '2026-03-10' },
      tcv: figure('1300.00', '247.00', '1547.00'),
      withOptions: figure('300.00', '57.00', '357.00'),
    },
  } as object as Order;
  const once = aLine();
  const monthly = aLine({ kind: 'recurring', net: 10_000n, tax: 1_900n, total: 11_900n });

  it('comes to what its lines do; what recurs stays in its figures', () => {
    const more = { ...once, net: 24_000n, tax: 4_560n, total: 28_560n };
    const { lines } = withAmended([once, monthly], [more], NET);
    expect(amendedColumns(order, [once, monthly], lines)).toEqual({
      subtotal: 34_000n,
      taxTotal: 6_460n,
      total: 40_460n,
      tcv: 134_000n,
      figures: {
        oneOff: figure('240.00', '45.60', '285.60'),
        recurring: { monthly: figure('100.00', '19.00', '119.00') },
        firstInvoice: { ...figure('340.00', '64.60', '404.60'), date: '2026-03-10' },
        tcv: figure('1340.00', '254.60', '1594.60'),
        withOptions: figure('340.00', '64.60', '404.60'),
      },
    });
  });

  it('has new lines behind all others', () => {
    const added = aLine({ description: 'Table' });
    const { lines, added: told } = withAmended([once, monthly], [added], NET);
    expect(lines.map(({ position }) => position)).toEqual([1, 1, 3]);
    expect(told).toEqual([{ ...added, position: 3 }]);
  });
});
