import { namedSql, sql, type Tx } from '@quittance/database';
import type { Actor, Id, Instant } from '@quittance/kernel';
import { standingOf } from './provider-dispute.js';
import type { Receipt } from '../receipts/receipt.description.js';

/** `piece` something that speaks for us · `submission` all of it was handed in at the provider. */
export type EvidenceKind = 'piece' | 'submission';

/** One entry of what is gathered about a dispute; it is never changed. */
export interface EvidenceEntry {
  readonly id: Id<'dispute-evidence'>;
  readonly kind: EvidenceKind;
  readonly text: string;
  /** Of the payment, or of an invoice that it settles. */
  readonly documentIds: readonly Id<'document'>[];
  readonly by: Pick<Actor, 'kind' | 'id' | 'name'>;
  readonly at: Instant;
}

export const EVIDENCE_STATES = ['none', 'gathered', 'submitted'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

export const MOST_EVIDENCE = 100;

/** What is gathered about a dispute and whether it was handed in. Pure. */
export function evidenceView(
  entries: readonly EvidenceEntry[],
  { stages, evidenceDueBy, status }: Pick<Receipt, 'stages' | 'evidenceDueBy' | 'status'>,
  now: Instant,
) {
  const pieces = entries.filter(({ kind }) => kind === 'piece');
  const submission = entries.find(({ kind }) => kind === 'submission') ?? null;
  const state: EvidenceState = submission ? 'submitted' : pieces.length > 0 ? 'gathered' : 'none';
  const waits = submission === null && status === 'open' && !isDecided(stages);
  return {
    state,
    /** Nobody has handed anything in, and the provider takes no more. */
    overdue: waits && evidenceDueBy !== null && evidenceDueBy < now,
    pieces: pieces.map(({ kind: _, ...piece }) => piece),
    submittedAt: submission?.at ?? null,
    submittedBy: submission?.by.name ?? null,
    submissionNote: submission?.text ?? null,
  };
}

export type EvidenceView = ReturnType<typeof evidenceView>;

/** Whether the bank has decided: then evidence is of no use. Pure. */
export function isDecided(stages: Receipt['stages']): boolean {
  return ['won', 'lost', 'closed'].includes(standingOf(stages));
}

/** In the order in which they were written; by `dispute_evidence_receipt_index`. */
const OF_DISPUTE = sql(`
  select e.id, e.kind, e.body as text, e.document_ids as "documentIds", e.by, e.at
  from gateway.dispute_evidence e
  where e.company_id = $1 and e.receipt_id = $2 order by e.at, e.id`);

const INSERT = namedSql(
  `insert into gateway.dispute_evidence
     (company_id, receipt_id, id, kind, body, document_ids, by, at)
   values (:companyId, :receiptId, :id, :kind, :body, :documentIds, :by, :now)`,
  {
    values: {
      receiptId: 'uuid',
      id: 'uuid',
      kind: 'text',
      body: 'text',
      documentIds: 'jsonb',
      by: 'jsonb',
    },
  },
);

export function evidenceOf(tx: Tx, receiptId: string): Promise<EvidenceEntry[]> {
  return tx.rows<EvidenceEntry>(OF_DISPUTE, [tx.ctx.companyId, receiptId]);
}

export async function insertEvidence(
  tx: Tx,
  receiptId: string,
  { text, at: _, ...entry }: EvidenceEntry,
): Promise<void> {
  await INSERT.run(tx, { ...entry, receiptId, body: text });
}
