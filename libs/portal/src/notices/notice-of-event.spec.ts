import { EVENT_TYPES, exampleOf, type EventEnvelope, type EventType } from '@quittance/contracts';
import { newId, type CompanyId, type Instant } from '@quittance/kernel';
import { tidingsOf, TOLD_EVENTS } from './notice-of-event.js';

const recordId = newId();
const portal = { kind: 'portal', id: newId(), name: 'Bo' } as const;

const event = (type: string, more: object = {}): EventEnvelope =>
  ({
    id: newId(),
    type,
    companyId: newId() as CompanyId,
    occurredAt: '2026-03-01T00:00:00.000Z' as Instant,
    actor: { kind: 'staff', id: newId(), name: 'Ada' },
    object: 'invoice',
    recordId,
    data: {},
    requestId: 'r',
    changed: null,
    before: null,
    depth: 0,
    ...more,
  }) as EventEnvelope;

/** Of what there is to say of money in the examples of events. */
const SUM = /^-?\d+\.\d{2}$/;

const announced = EVENT_TYPES.filter((type) => TOLD_EVENTS.includes(type));

test.each(announced)('says no sum of %s', (type: EventType) => {
  const told = tidingsOf(event(type, { data: exampleOf(type) }));
  const facts = Object.values(told?.facts ?? {});
  expect(facts.filter((fact) => SUM.test(fact))).toEqual([]);
});

test('tells a first quote from a later one', () => {
  const kindOf = (revision: number) => tidingsOf(event('quote.sent', { data: { revision } }))?.kind;
  expect([kindOf(1), kindOf(2)]).toEqual(['quote_ready', 'quote_revised']);
});

test('leads from a payment to its invoice, else to itself', () => {
  const invoiceId = newId();
  const paid = tidingsOf(event('payment.received', { data: { invoiceId } }));
  expect(paid).toMatchObject({ object: 'invoice', recordId: invoiceId, eventRecordId: recordId });
  const itself = tidingsOf(event('payment.received', { data: { invoiceId: null } }));
  expect(itself).toMatchObject({ kind: 'money_received', object: 'payment', recordId });
  const failed = tidingsOf(event('payment.failed', { data: { invoiceId: null } }));
  expect(failed).toMatchObject({ kind: 'money_failed', object: 'payment', recordId });
});

test('tells of a cheque once it has cleared, and of it alone', () => {
  const told = (type: string, status: string) =>
    tidingsOf(event(type, { data: { invoiceId: recordId, status } }))?.kind;
  expect(told('payment.recorded', 'pending')).toBeUndefined();
  expect(told('payment.cleared', 'completed')).toBe('payment_received');
  expect(told('payment.recorded', 'completed')).toBe('payment_received');
});

test('takes the word of a customer for no answer', () => {
  expect(tidingsOf(event('invoice.dispute_answered', { actor: portal }))).toBe(null);
  expect(tidingsOf(event('invoice.dispute_answered'))?.kind).toBe('dispute_answered');
  const comment = (authorKind: string, visibility: string) =>
    tidingsOf(event('case.commented', { data: { caseId: recordId, authorKind, visibility } }));
  expect(comment('portal', 'public')).toBe(null);
  expect(comment('staff', 'internal')).toBe(null);
  expect(comment('staff', 'public')?.kind).toBe('case_answered');
});

test('tells of a file that customers may open, once', () => {
  const file = (visibility: string, type = 'document.attached') =>
    tidingsOf(event(type, { data: { visibility, object: 'quote', recordId, fileName: 'a.pdf' } }));
  expect(file('internal')).toBe(null);
  expect(file('partner')).toBe(null);
  expect(file('customer')?.source).toBe(file('customer', 'document.updated')?.source);
});

test('names who asked for an approval, and nobody of those who may decide', () => {
  const data = { requestedBy: portal.id, accountId: newId() };
  const asked = tidingsOf(event('approval.requested', { data, actor: portal }));
  expect(asked).toMatchObject({ named: [], actorId: portal.id });
  const decided = tidingsOf(event('approval.rejected', { data }));
  expect(decided).toMatchObject({ named: [portal.id], actorId: null });
});

test('tells nobody of what it does not know', () => {
  expect(tidingsOf(event('deal.won'))).toBe(null);
});
