import type { CompanyId, Instant, InvoiceId, ProductId, ScheduleId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LineTrigger, ScheduleLineId } from './schedule.js';

/** A row of `billing.schedule_line`. */
@Entity({ schema: 'billing', name: 'schedule_line' })
export class ScheduleLineEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'schedule_id', type: 'uuid' }) scheduleId: ScheduleId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: ScheduleLineId;
  /** From 1, in the order of the document. */
  @Column({ name: 'position', type: 'integer' }) position: number;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId | null;
  @Column({ name: 'description', type: 'text' }) description: string;
  @Column({ name: 'quantity', type: 'numeric' }) quantity: string;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'discount_percent', type: 'numeric' }) discountPercent: string | null;
  /** Minor units. */
  @Column({ name: 'discount_amount', type: 'bigint' }) discountAmount: bigint | null;
  @Column({ name: 'tax_code', type: 'text' }) taxCode: string | null;
  @Column({ name: 'tax_rate', type: 'numeric' }) taxRate: string | null;
  @Column({ name: 'trigger', type: 'text' }) trigger: LineTrigger;
  @Column({ name: 'trigger_date', type: 'date' }) triggerDate: LocalDate | null;
  @Column({ name: 'milestone', type: 'text' }) milestone: string | null;
  @Column({ name: 'reached_at', type: 'timestamptz' }) reachedAt: Instant | null;
  @Column({ name: 'percent', type: 'numeric' }) percent: string | null;
  @Column({ name: 'released_at', type: 'timestamptz' }) releasedAt: Instant | null;
  @Column({ name: 'billed_invoice_id', type: 'uuid' }) billedInvoiceId: InvoiceId | null;
}
