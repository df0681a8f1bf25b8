import type { AccountId, Actor, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PauseId, PauseKind, PauseOutcome } from './pause.js';

@Entity({ schema: 'dunning', name: 'pause' })
export class PauseEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: string;
  @PrimaryColumn({ type: 'uuid' }) id: PauseId;
  @Column({ type: 'text' }) kind: PauseKind;
  @Column({ name: 'account_id', type: 'uuid', nullable: true }) accountId: AccountId | null;
  @Column({ name: 'invoice_id', type: 'uuid', nullable: true }) invoiceId: InvoiceId | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'date', nullable: true }) until: LocalDate | null;
  @Column({ name: 'promised_amount', type: 'bigint', nullable: true })
  promisedAmount: bigint | null;
  @Column({ name: 'balance_then', type: 'bigint', nullable: true }) balanceThen: bigint | null;
  @Column({ type: 'text', nullable: true }) currency: Currency | null;
  @Column({ type: 'text', nullable: true }) outcome: PauseOutcome | null;
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true }) endedAt: Instant | null;
  @Column({ name: 'created_by', type: 'jsonb' }) createdBy: Actor;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
}
