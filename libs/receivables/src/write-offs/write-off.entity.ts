import type { LocalDate } from '@quittance/calendar';
import type { CompanyId, Id, Instant, InvoiceId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type WriteOffKind = 'written_off' | 'undone' | 'recovered';

/** A row of `receivables.write_off`: append-only, negative when it is expected again. */
@Entity({ schema: 'receivables', name: 'write_off' })
export class WriteOffEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'write-off'>;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @Column({ name: 'kind', type: 'text' }) kind: WriteOffKind;
  @Column({ name: 'amount', type: 'bigint' }) amount: bigint;
  @Column({ name: 'reason', type: 'text', nullable: true }) reason: string | null;
  @Column({ name: 'applied_on', type: 'date' }) appliedOn: LocalDate;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}

export type NewWriteOff = Omit<WriteOffEntity, 'companyId'>;
