import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { bookDispute, keepFees } from '../disputes/book-dispute.js';
import { isSettled, mergeDispute, standingOf } from '../disputes/provider-dispute.js';
import {
  insertDispute,
  lockDispute,
  updateDispute,
  type DisputeReceipt,
} from '../receipts/dispute-receipt.repository.js';
import { receiptView } from '../receipts/receipt.queries.js';
import type { Receipt } from '../receipts/receipt.description.js';
import type { FoundNotice } from './found-notice.js';
import type { Effect, EventOf, VerifiedNotice } from './verified-notice.js';
import { applied, notApplied } from './webhook.js';

/**
 * Keeps a dispute at the provider before the eyes of staff: one receipt for it, which every event
 * brings up to date, closed when it is won. What the payer's bank has is taken off the payment in
 * the same transaction, and given back when it comes back.
 */
export async function applyDispute(
  tx: Tx,
  found: FoundNotice,
  event: EventOf<'dispute'>,
): Promise<Effect> {
  // In the packet of what is looked for.
  const before = await lockDispute(tx, found.source.provider, event.disputeId);
  const { payment } = await found.known;
  const known: Known = {
    paymentId: payment?.paymentId ?? null,
    invoiceId: payment?.invoiceId ?? found.named,
  };
  const told = before
    ? await brought(tx, before, found, event, known)
    : await opened(tx, found, event, known);
  const paymentId = payment?.paymentId;
  const answer = told === 'booked' ? applied(paymentId) : notApplied(told);
  return { answer, invoiceId: known.invoiceId, ...(paymentId && { paymentId }) };
}

type Known = Pick<Receipt, 'paymentId' | 'invoiceId'>;
type Told = EventOf<'dispute'>;

/** What an event of a dispute came to. */
type Came = 'booked' | 'receipt_opened' | 'already_processed';

/** Announces what is known of a dispute, once the books have followed it. */
async function follow(
  tx: Tx,
  type: 'payment.dispute_opened' | 'payment.dispute_changed',
  receipt: Receipt,
  before?: Receipt,
): Promise<Came> {
  const after = await bookDispute(tx, receipt);
  tell(tx, type, after, before);
  return after.lost === receipt.lost ? 'receipt_opened' : 'booked';
}

async function opened(tx: Tx, verified: VerifiedNotice, event: Told, known: Known): Promise<Came> {
  const facts = mergeDispute({ ...event, stages: [] }, event);
  const receipt = receiptOf(tx, verified, event, { ...known, ...facts, lost: null });
  const inserted = await insertDispute(tx, receipt);
  if (inserted) {
    await keepFees(tx, inserted, event.fees ?? []);
    return follow(tx, 'payment.dispute_opened', inserted);
  }
  const rival = await lockDispute(tx, receipt.provider, event.disputeId);
  if (!rival) throw new Error('The receipt of a dispute is neither there nor free');
  return brought(tx, rival, verified, event, known);
}

/** What an event adds to what is known; nothing when all of it was. */
async function brought(
  tx: Tx,
  before: Receipt,
  verified: VerifiedNotice,
  event: Told,
  known: Known,
): Promise<Came> {
  const facts = mergeDispute(before, event);
  const isNews = NEWS.some(
    (name) => JSON.stringify(facts[name], text) !== JSON.stringify(before[name], text),
  );
  const paymentId = before.paymentId ?? known.paymentId;
  await keepFees(tx, before, event.fees ?? []);
  if (!isNews && paymentId === before.paymentId) {
    const { lost } = await bookDispute(tx, before);
    return lost === before.lost ? 'already_processed' : 'booked';
  }
  const invoiceId = known.invoiceId ?? before.invoiceId;
  const next = receiptOf(tx, verified, event, {
    ...facts,
    paymentId,
    invoiceId,
    lost: before.lost,
  });
  // What a person has noted stays resolved until something else has happened.
  const stays =
    before.status === 'resolved' && facts.stages.every((each) => before.stages.includes(each));
  const { status, note, resolvedAt, resolvedBy } = stays ? before : next;
  const after = await updateDispute(tx, before, { ...next, status, note, resolvedAt, resolvedBy });
  return follow(tx, 'payment.dispute_changed', after, before);
}

const NEWS = ['stages', 'amount', 'currency', 'evidenceDueBy', 'providerReason'] as const;

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function receiptOf(
  tx: Tx,
  { source }: VerifiedNotice,
  { disputeId, providerPaymentId }: Told,
  known: Known & Pick<DisputeReceipt, (typeof NEWS)[number] | 'lost'>,
): DisputeReceipt {
  const { actor, now } = tx.ctx;
  const standing = standingOf(known.stages);
  const settled = isSettled(known.stages);
  return {
    provider: source.provider,
    providerObjectId: disputeId,
    providerPaymentId,
    eventId: source.eventId,
    type: source.type,
    bodyHash: source.bodyHash,
    amount: known.amount,
    currency: known.currency,
    invoiceId: known.invoiceId,
    paymentId: known.paymentId,
    reason: `dispute_${standing}`,
    lost: known.lost,
    stages: known.stages,
    evidenceDueBy: known.evidenceDueBy,
    providerReason: known.providerReason,
    status: settled ? 'resolved' : 'open',
    note: settled ? `The dispute was ${standing} at the provider` : null,
    resolvedAt: settled ? now : null,
    resolvedBy: settled ? { kind: actor.kind, id: actor.id, name: actor.name } : null,
  };
}

function tell(
  tx: Tx,
  type: 'payment.dispute_opened' | 'payment.dispute_changed',
  receipt: Receipt,
  before?: Receipt,
): void {
  const change = { object: 'unapplied-receipt', recordId: receipt.id };
  emit(tx, { type, ...change, data: { ...receiptView(receipt) } });
  const said = ({ reason, status }: Receipt) => ({ reason, status });
  const action = before ? 'unapplied_receipt.changed' : 'unapplied_receipt.opened';
  audit(tx, { action, ...change, ...(before && { before: said(before) }), after: said(receipt) });
}
