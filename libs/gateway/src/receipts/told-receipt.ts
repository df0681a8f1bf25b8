import { receiptNoun, type Receipt } from './receipt.description.js';

/** A receipt with what else is known of it where people are told what to do. */
export interface ToldReceipt extends Receipt {
  /** Of a dispute: all evidence was handed in at the provider, so that nothing is left to send. */
  readonly evidenceSubmitted?: boolean;
}

/**
 * SQL that reads them as `r`, the company being `$1`: of each there is one submission at most, by
 * `dispute_evidence_submission_key`.
 */
export const toldReceipts = {
  select: `${receiptNoun.rows.select('r')}, (s.id is not null) as "evidenceSubmitted"`,
  from: `gateway.unapplied_receipt r
  left join gateway.dispute_evidence s on s.company_id = $1 and s.receipt_id = r.id
    and s.kind = 'submission'`,
} as const;
