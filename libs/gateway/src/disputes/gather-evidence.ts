import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type LockedTx, type Tx } from '@quittance/database';
import { invalidFields, newId, notFound, type Ctx, type Id } from '@quittance/kernel';
import { recordDocuments } from '@quittance/objects';
import {
  disputeDecided,
  disputeEvidenceLimit,
  disputeEvidenceMissing,
  disputeEvidenceSubmitted,
} from '../gateway.errors.js';
import type { Receipt } from '../receipts/receipt.description.js';
import { lockReceipt } from '../receipts/receipt.repository.js';
import {
  evidenceOf,
  insertEvidence,
  isDecided,
  MOST_EVIDENCE,
  type EvidenceEntry,
} from './dispute-evidence.js';
import { disputeDetail, type DisputeDetail } from './provider-dispute.queries.js';

/** Something that speaks for us: what is said, and files of the payment or of its invoices. */
export interface EvidenceInput {
  readonly text: string;
  readonly documentIds?: readonly Id<'document'>[];
}

/** By `payment_allocation_payment_index`. */
const INVOICES = sql(`
  select a.invoice_id as id from receivables.pub_payment_allocation a
  where a.company_id = $1 and a.payment_id = $2`);

/**
 * Keeps what speaks for us in a dispute, and that it was handed in at the provider. No provider is
 * called: neither contract has a call for it, so that people hand it in there and say so here.
 */
@Injectable()
export class GatherEvidence {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, dispute_decided, dispute_evidence_submitted,
   *   dispute_evidence_limit, reference_not_found
   */
  add(ctx: Ctx, id: string, { text, documentIds = [] }: EvidenceInput): Promise<DisputeDetail> {
    return this.db.write(ctx, async (tx) => {
      const { dispute, entries } = await lockOpen(tx, id);
      if (entries.length >= MOST_EVIDENCE) throw disputeEvidenceLimit({ most: MOST_EVIDENCE });
      await refuseForeign(tx, dispute, documentIds);
      return store(tx, id, { kind: 'piece', text, documentIds });
    });
  }

  /**
   * Says that all of it was handed in at the provider, once.
   * @throws DomainError not_found, dispute_decided, dispute_evidence_submitted,
   *   dispute_evidence_missing
   */
  submit(ctx: Ctx, id: string, { note }: { readonly note: string }): Promise<DisputeDetail> {
    return this.db.write(ctx, async (tx) => {
      const { entries } = await lockOpen(tx, id);
      if (entries.length === 0) throw disputeEvidenceMissing();
      return store(tx, id, { kind: 'submission', text: note, documentIds: [] });
    });
  }
}

interface Open {
  readonly dispute: Receipt;
  readonly entries: readonly EvidenceEntry[];
}

async function lockOpen(tx: Tx, id: string): Promise<Open> {
  const [dispute, entries] = await tx.locked(
    () => lockReceipt(tx, id),
    (behind: LockedTx) => evidenceOf(behind, id),
  );
  if (dispute.kind !== 'dispute') throw notFound({ object: 'dispute' });
  if (entries.some(({ kind }) => kind === 'submission')) throw disputeEvidenceSubmitted();
  if (dispute.status === 'resolved' || isDecided(dispute.stages)) throw disputeDecided();
  return { dispute, entries };
}

async function store(
  tx: Tx,
  id: string,
  said: Pick<EvidenceEntry, 'kind' | 'text' | 'documentIds'>,
): Promise<DisputeDetail> {
  const { actor, now } = tx.ctx;
  const by = { kind: actor.kind, id: actor.id, name: actor.name };
  await insertEvidence(tx, id, { ...said, id: newId<'dispute-evidence'>(), by, at: now });
  const action = said.kind === 'piece' ? 'evidence_added' : 'evidence_submitted';
  audit(tx, {
    action: `unapplied_receipt.${action}`,
    object: 'unapplied-receipt',
    recordId: id,
    after: { text: said.text, documentIds: said.documentIds },
  });
  return disputeDetail(tx, id);
}

/** Files of another customer never get into the evidence of a payment. */
async function refuseForeign(
  tx: Tx,
  { paymentId }: Receipt,
  documentIds: readonly Id<'document'>[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const [held, invoices] = await Promise.all([
    recordDocuments.holders(tx, documentIds),
    paymentId ? tx.rows<{ id: string }>(INVOICES, [tx.ctx.companyId, paymentId]) : [],
  ]);
  const own = new Set([`payment ${paymentId}`, ...invoices.map(({ id }) => `invoice ${id}`)]);
  const known = new Set(
    held.filter((each) => own.has(`${each.object} ${each.recordId}`)).map(({ id }) => id),
  );
  const message = 'There is no such document of the payment or of its invoices.';
  const errors = documentIds.flatMap((id, i) =>
    known.has(id) ? [] : [{ pointer: `/documentIds/${i}`, code: 'reference_not_found', message }],
  );
  if (errors.length > 0) throw invalidFields(errors);
}
