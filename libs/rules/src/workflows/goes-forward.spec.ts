import type { AnnouncedEvent } from '@quittance/outbox';
import { goesForward } from './goes-forward.js';

const by = (kind: string, depth = 0) => ({ actor: { kind }, depth });
const moved = (object: string, was: string, status: string, more: object = {}) =>
  ({
    type: 'record.updated',
    object,
    by: by('staff'),
    before: { status: was },
    data: { status },
    ...more,
  }) as unknown as AnnouncedEvent;

describe('a step of a document', () => {
  it.each([
    ['quote', 'draft', 'submitted'],
    ['quote', 'expired', 'sent'],
    ['quote', 'viewed', 'accepted'],
    ['quote', 'accepted', 'ordered'],
    ['sales-order', 'draft', 'confirmed'],
    ['sales-order', 'shipped', 'delivered'],
    ['invoice', 'draft', 'pending'],
    ['invoice', 'pending', 'overdue'],
    ['subscription', 'pending', 'active'],
  ])('of %s from %s to %s goes forward', (object, was, status) => {
    expect(goesForward(moved(object, was, status))).toBe(true);
  });

  it.each([
    ['quote', 'submitted', 'draft'],
    ['quote', 'sent', 'viewed'],
    ['quote', 'sent', 'cancelled'],
    ['quote', 'sent', 'rejected'],
    ['sales-order', 'pending_approval', 'pending'],
    ['sales-order', 'confirmed', 'cancelled'],
    ['sales-order', 'delivered', 'closed'],
    ['sales-order', 'closed', 'delivered'],
    ['invoice', 'sent', 'paid'],
    ['invoice', 'pending', 'paid'],
    ['invoice', 'pending', 'partially_paid'],
    ['invoice', 'paid', 'sent'],
    ['invoice', 'sent', 'void'],
    ['lead', 'new', 'working'],
  ])('of %s from %s to %s does not', (object, was, status) => {
    expect(goesForward(moved(object, was, status))).toBe(false);
  });

  it('is a part that is shipped, what is invoiced, and what a customer is asked', () => {
    const order = (before: object, said: object, type = 'record.updated') => {
      const data = { currency: 'EUR', invoicedTotal: '9.00', ...said };
      return goesForward(moved('sales-order', '', '', { before, data, type }));
    };
    expect([
      order({}, {}, 'order.shipped'),
      order({ invoicedTotal: '9.00' }, { invoicedTotal: '20.00' }),
      order({ invoicedTotal: '20.00' }, { invoicedTotal: '9.00' }),
      order({ approval: null }, { approval: 'waiting' }),
      order({ notes: 'a' }, { notes: 'b' }),
    ]).toEqual([true, true, false, true, false]);
  });

  it('is held up of people and keys, and an invoice for those of the company alone', () => {
    const step = (object: string, was: string, status: string, kind: string, depth = 0) =>
      goesForward(moved(object, was, status, { by: by(kind, depth) }));
    expect([
      step('quote', 'sent', 'accepted', 'portal'),
      step('quote', 'sent', 'accepted', 'share_link'),
      step('quote', 'accepted', 'ordered', 'provider'),
      step('quote', 'accepted', 'ordered', 'system'),
      step('quote', 'accepted', 'ordered', 'staff', 1),
      step('invoice', 'draft', 'sent', 'portal'),
      step('invoice', 'draft', 'sent', 'api_key'),
    ]).toEqual([true, true, false, false, false, false, true]);
  });
});
