import type { EventEnvelope } from '@quittance/contracts';
import { newId, type CompanyId, type Instant } from '@quittance/kernel';
import { changeOf } from './portal-change.js';

const recordId = newId();
const change = (type: string, object: string, data: object = {}) =>
  changeOf({
    id: newId(),
    type,
    companyId: newId() as CompanyId,
    occurredAt: '2026-03-01T00:00:00.000Z' as Instant,
    actor: { kind: 'staff', id: newId(), name: 'Ada' },
    object,
    recordId,
    data,
    requestId: 'r',
    changed: null,
    before: null,
    depth: 0,
  } as EventEnvelope)?.change ?? null;

test.each([
  ['case.commented', 'case', { visibility: 'public' }, 'commented'],
  ['case.commented', 'case', { visibility: 'internal' }, null],
  ['case.time_missed', 'case', {}, null],
  ['case.resolved', 'case', {}, 'resolved'],
  ['dunning.attempted', 'invoice', {}, null],
  ['invoice.sent', 'invoice', {}, 'sent'],
  ['quote.submitted', 'quote', {}, null],
  ['quote.approved', 'quote', {}, null],
  ['quote.sent', 'quote', {}, 'sent'],
  ['quote_request.submitted', 'quote-request', {}, 'submitted'],
  ['quote_request.published', 'quote-request', {}, null],
  ['credit_note.issued', 'credit-note', {}, 'issued'],
  ['approval.requested', 'portal-approval', {}, 'requested'],
  ['document.attached', 'document', { visibility: 'internal' }, null],
  ['document.attached', 'document', { visibility: 'partner' }, 'attached'],
  ['vendor.bank_details_sent', 'ledger-account', {}, 'bank_details_sent'],
  ['ledger_account.bank_details_requested', 'ledger-account', {}, null],
  ['deal.won', 'deal', {}, null],
])('of %s of a %s with %o users of the portals hear %s', (type, object, data, heard) => {
  expect(change(type, object, data)).toBe(heard);
});
