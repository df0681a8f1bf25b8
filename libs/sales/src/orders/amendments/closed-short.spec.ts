import { DomainError, newId } from '@quittance/kernel';
import {
  orderLineNoun,
  type OrderLine,
  type OrderLineId,
} from '../lines/order-line.description.js';
import { closedShortLines, type GivenUp } from './closed-short.js';

const aLine = (over: Partial<OrderLine> = {}): OrderLine =>
  ({
    ...orderLineNoun.empty,
    id: newId<'sales-order-line'>(),
    position: 1,
    kind: 'one_off',
    description: 'Chair',
    invoicing: 'on_delivery',
    supplyKind: 'goods',
    ordered: '10',
    cancelled: '0',
    shipped: '6',
    returned: '0',
    invoiced: '0',
    invoicedNet: 0n,
    invoicedTax: 0n,
    net: 20_000n,
    tax: 3_800n,
    ...over,
  }) as OrderLine;
const aService = (over: Partial<OrderLine> = {}) =>
  aLine({ invoicing: 'on_order', supplyKind: 'services', shipped: '0', ...over });

function outcome(lines: readonly OrderLine[], asked?: readonly GivenUp[]): unknown {
  try {
    const closed = closedShortLines(lines, asked, { pricesIncludeTax: false });
    return closed.map(({ id, cancelled }) => [lines.findIndex((l) => l.id === id), cancelled]);
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

describe('what is closed short', () => {
  it('is what is open of goods, and not what was agreed of services', () => {
    expect(outcome([aLine(), aService(), aLine({ shipped: '10' })])).toEqual([[0, '4']]);
  });

  it('is what is not invoiced of an order of services', () => {
    expect(outcome([aService({ invoiced: '3', invoicedNet: 6_000n })])).toEqual([[0, '7']]);
    expect(outcome([aService({ invoiced: '10', invoicedNet: 20_000n })])).toBe('validation_failed');
  });

  it('is as much of a line as is named, and no more than is left of it', () => {
    const [goods, service] = [aLine(), aService()];
    const { id: lineId } = goods;
    expect(outcome([goods], [{ lineId, quantity: '1.5' }])).toEqual([[0, '1.5']]);
    expect(outcome([goods], [{ lineId, quantity: '4.000001' }])).toBe('validation_failed');
    expect(outcome([goods, service], [{ lineId: service.id }])).toEqual([[1, '10']]);
    expect(outcome([goods], [{ lineId: newId() as OrderLineId }])).toBe('reference_not_found');
  });

  it('asks for a credit first where it was invoiced and has not left', () => {
    const early = aLine({ invoicing: 'on_order', invoiced: '8', invoicedNet: 16_000n });
    expect(outcome([early])).toBe('credit_first');
    expect(outcome([early], [{ lineId: early.id, quantity: '2' }])).toEqual([[0, '2']]);
    const staged = aService({ invoicing: 'percent', invoicedNet: 10_000n });
    expect(outcome([staged], [{ lineId: staged.id, quantity: '5' }])).toEqual([[0, '5']]);
    expect(outcome([staged], [{ lineId: staged.id, quantity: '5.1' }])).toBe('credit_first');
  });

  it('is nothing of what recurs, and of a text', () => {
    const recurring = aLine({ kind: 'recurring', invoicing: 'subscription', shipped: '0' });
    expect(outcome([recurring], [{ lineId: recurring.id }])).toBe('validation_failed');
  });
});
