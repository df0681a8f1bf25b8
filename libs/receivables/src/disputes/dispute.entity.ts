import type { Actor, CompanyId, Id, Instant, InvoiceId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisputeOutcome } from './dispute.js';

/** A row of `receivables.dispute`. The amount is minor units of the invoice's currency. */
@Entity({ schema: 'receivables', name: 'dispute' })
export class DisputeEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'dispute'>;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'line_ids', type: 'jsonb' }) lineIds: readonly Id<'invoice-line'>[];
  @Column({ name: 'reason', type: 'text' }) reason: string;
  @Column({ name: 'opened_at', type: 'timestamptz' }) openedAt: Instant;
  @Column({ name: 'opened_by', type: 'jsonb' }) openedBy: Actor;
  @Column({ name: 'closed_at', type: 'timestamptz' }) closedAt: Instant | null;
  @Column({ name: 'closed_by', type: 'jsonb' }) closedBy: Actor | null;
  @Column({ name: 'outcome', type: 'text' }) outcome: DisputeOutcome | null;
  @Column({ name: 'note', type: 'text' }) note: string | null;
}
