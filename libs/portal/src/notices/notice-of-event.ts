import type { EventEnvelope } from '@quittance/contracts';
import { documentHolderOf } from '../reach/documents-reach.js';
import type { NoticeKind } from './notice-kind.js';

/** Something that users may be told of. */
export interface Tidings {
  /** What it is told once of: the event, or a record and a day. */
  readonly source: string;
  readonly kind: NoticeKind;
  /** The record that must be in reach, and that the notice leads to. */
  readonly object: string;
  readonly recordId: string;
  /** What the event itself was about. */
  readonly eventRecordId: string;
  /** The users that the event names. */
  readonly named: readonly string[];
  /** The partner, where it is about one. */
  readonly partnerId: string | null;
  /** The vendor, where it is about one. */
  readonly vendorId: string | null;
  /** The user who has done it; null where nobody of a portal has. */
  readonly actorId: string | null;
  /** What its sentence says: numbers, names and days, never a sum. */
  readonly facts: Readonly<Record<string, string>>;
}

/** What events say, of whichever type. */
type Said = Readonly<Record<string, unknown>>;

type Told = Pick<Tidings, 'kind' | 'object' | 'recordId'> &
  Partial<Pick<Tidings, 'named' | 'partnerId' | 'vendorId' | 'facts'>>;

type Teller = (data: Said, recordId: string) => Told | null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const portalUserOf = (value: unknown): string[] => {
  const actor = value as { readonly kind?: unknown; readonly id?: unknown } | null | undefined;
  return actor?.kind === 'portal' && typeof actor.id === 'string' ? [actor.id] : [];
};

const ofOrder =
  (kind: NoticeKind): Teller =>
  (data, recordId) => ({
    kind,
    object: 'sales-order',
    recordId,
    facts: { number: textOf(data.number) },
  });
const ofInvoice =
  (kind: NoticeKind): Teller =>
  (data, recordId) => ({
    kind,
    object: 'invoice',
    recordId,
    facts: { number: textOf(data.number), dueDate: textOf(data.dueDate) },
  });
/** Told to those who see the invoice that it is for; for several, or none, who see it itself. */
const ofPayment =
  (kind: NoticeKind, itself: NoticeKind): Teller =>
  (data, recordId) => {
    const invoiceId = idOf(data.invoiceId);
    if (invoiceId !== null) return { kind, object: 'invoice', recordId: invoiceId };
    return { kind: itself, object: 'payment', recordId };
  };
/** Of money that is written down before it is there its clearing tells. */
const ofRecordedPayment: Teller = (data, recordId) =>
  data.status === 'completed'
    ? ofPayment('payment_received', 'money_received')(data, recordId)
    : null;
const ofRegistration =
  (kind: NoticeKind): Teller =>
  (data, recordId) => ({
    kind,
    object: 'deal-registration',
    recordId,
    named: portalUserOf(data.registeredBy),
    partnerId: idOf(data.partnerId),
    facts: { name: textOf(data.opportunityName), until: textOf(data.protectedUntil) },
  });
const ofStatement: Teller = (data, recordId) => ({
  kind: 'statement_ready',
  object: 'commission-statement',
  recordId,
  partnerId: idOf(data.partnerId),
  facts: { month: textOf(data.month).slice(0, 7) },
});
const ofApproval =
  (kind: NoticeKind): Teller =>
  (data, recordId) => {
    const asker = idOf(data.requestedBy);
    const about = { kind, object: 'portal-approval', recordId };
    // Who asks is the actor of the asking, and is told what became of it.
    const isAsked = kind === 'approval_asked';
    return { ...about, named: isAsked || asker === null ? [] : [asker] };
  };
const ofCase =
  (kind: NoticeKind): Teller =>
  (data, recordId) => ({
    kind,
    object: 'case',
    recordId,
    facts: { number: textOf(data.number) || textOf(data.caseNumber) },
  });
const ofUser =
  (kind: NoticeKind): Teller =>
  (_, recordId) => ({ kind, object: 'portal-user', recordId, named: [recordId] });
const ofBankChange =
  (kind: NoticeKind): Teller =>
  ({ vendorId, portalUserId }, recordId) => ({
    kind,
    object: 'ledger-account',
    recordId,
    vendorId: idOf(vendorId),
    named: [textOf(portalUserId)],
  });
/** Those that a customer may open, by what they hang on too; of others nobody is told. */
const ofDocument: Teller = ({ visibility, object, recordId, fileName }) =>
  visibility === 'customer' && documentHolderOf(textOf(object))
    ? {
        kind: 'document_shared',
        object: textOf(object),
        recordId: textOf(recordId),
        facts: { fileName: textOf(fileName) },
      }
    : null;

/**
 * What of an event users are told. Events that some release does not announce are never asked for.
 */
const TELLERS: Readonly<Record<string, Teller>> = {
  'quote.sent': ({ number, revision, validUntil }, recordId) => ({
    kind: Number(revision) > 1 ? 'quote_revised' : 'quote_ready',
    object: 'quote',
    recordId,
    facts: { number: textOf(number), validUntil: textOf(validUntil) },
  }),
  'order.confirmed': ofOrder('order_confirmed'),
  'order.shipped': ofOrder('order_shipped'),
  'order.cancelled': ofOrder('order_cancelled'),
  'approval.requested': ofApproval('approval_asked'),
  'approval.approved': ofApproval('approval_approved'),
  'approval.rejected': ofApproval('approval_rejected'),
  'approval.expired': ofApproval('approval_expired'),
  'invoice.sent': ofInvoice('invoice_sent'),
  'invoice.resolved': ofInvoice('dispute_resolved'),
  'invoice.dispute_answered': ofInvoice('dispute_answered'),
  'payment.received': ofPayment('payment_received', 'money_received'),
  'payment.recorded': ofRecordedPayment,
  'payment.cleared': ofPayment('payment_received', 'money_received'),
  'payment.failed': ofPayment('payment_failed', 'money_failed'),
  'case.commented': (data, recordId) =>
    data.visibility === 'public' && data.authorKind !== 'portal'
      ? ofCase('case_answered')(data, idOf(data.caseId) ?? recordId)
      : null,
  'case.resolved': ofCase('case_resolved'),
  'document.attached': ofDocument,
  'document.updated': ofDocument,
  'deal_registration.returned': ofRegistration('registration_returned'),
  'deal_registration.approved': ofRegistration('registration_approved'),
  'deal_registration.rejected': ofRegistration('registration_rejected'),
  'deal_registration.extended': ofRegistration('registration_extended'),
  'deal_registration.expired': ofRegistration('registration_expired'),
  'commission_statement.approved': ofStatement,
  'vendor.bank_details_sent': ofBankChange('bank_details_sent'),
  'vendor.bank_details_approved': ofBankChange('bank_details_approved'),
  'vendor.bank_details_rejected': ofBankChange('bank_details_rejected'),
  'portal_user.rights_changed': ofUser('rights_changed'),
  'portal_user.security_changed': ofUser('security_changed'),
};

/**
 * What users do that somebody else could do in their name: of that they are told themselves. Their
 * own rights they change never.
 */
const TOLD_TO_ACTOR: ReadonlySet<NoticeKind> = new Set(['security_changed', 'bank_details_sent']);

/** The types of events of which users are told. */
export const TOLD_EVENTS: readonly string[] = Object.keys(TELLERS);

/** What users are told of an event; null of one that is nothing to them. */
export function tidingsOf(event: EventEnvelope): Tidings | null {
  const byCustomer = event.actor.kind === 'portal';
  const told = TELLERS[event.type]?.(event.data as Said, event.recordId);
  // What the customer writes about an objection is no answer to it.
  if (!told || (told.kind === 'dispute_answered' && byCustomer)) return null;
  const facts = Object.entries(told.facts ?? {}).filter(([, value]) => value !== '');
  return {
    named: [],
    partnerId: null,
    vendorId: null,
    ...told,
    // A file that is renamed after it was shown is no news.
    source: told.kind === 'document_shared' ? `document/${event.recordId}` : event.id,
    eventRecordId: event.recordId,
    actorId: byCustomer && !TOLD_TO_ACTOR.has(told.kind) ? event.actor.id : null,
    facts: Object.fromEntries(facts),
  };
}
