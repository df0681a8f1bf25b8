import type { LocalDate } from '@quittance/calendar';
import type { CompanyId, Id, Instant, InvoiceId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LateCharge } from './late-charge.js';

/** A row of `receivables.late_charge`: append-only. */
@Entity({ schema: 'receivables', name: 'late_charge' })
export class LateChargeEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'late-charge'>;
  @Column({ name: 'kind', type: 'text' }) kind: LateCharge['kind'];
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'from_on', type: 'date' }) fromOn: LocalDate;
  @Column({ name: 'to_on', type: 'date' }) toOn: LocalDate;
  @Column({ name: 'behind_on', type: 'date', nullable: true }) behindOn: LocalDate | null;
  @Column({ name: 'annual_rate', type: 'numeric', nullable: true }) annualRate: string | null;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'charging_invoice_id', type: 'uuid' }) chargingInvoiceId: InvoiceId;
  @Column({ name: 'charging_line_id', type: 'uuid' }) chargingLineId: Id<'invoice-line'>;
  @Column({ name: 'attempt_id', type: 'uuid', nullable: true }) attemptId: string | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}
