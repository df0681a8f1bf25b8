import type { CompanyId, CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `receivables.credit_application`: append-only, negative when credit is taken back. */
@Entity({ schema: 'receivables', name: 'credit_application' })
export class CreditApplicationEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'credit-application'>;
  @Column({ name: 'credit_note_id', type: 'uuid' }) creditNoteId: CreditNoteId;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'applied_on', type: 'date' }) appliedOn: LocalDate;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  /** For which invoice it was given up, where it stands on a deposit of the same order. */
  @Column({ name: 'for_invoice_id', type: 'uuid', nullable: true }) forInvoiceId: InvoiceId | null;
}

export type NewCreditApplication = Omit<CreditApplicationEntity, 'companyId'>;
