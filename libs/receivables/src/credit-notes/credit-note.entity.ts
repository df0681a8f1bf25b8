import type { CompanyId, CreditNoteId, Id, Instant, InvoiceId, ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { FallbackReason, SupplyKind, TaxCategory, TaxReason } from '@quittance/tax';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredLineTax } from '../invoices/invoice.entity.js';

/**
 * A row of `receivables.credit_note_line`: the columns of an invoice line, and which one it
 * corrects.
 */
@Entity({ schema: 'receivables', name: 'credit_note_line' })
export class CreditNoteLineEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'credit_note_id', type: 'uuid' }) creditNoteId: CreditNoteId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'credit-note-line'>;
  /** From 1, in the order of the document. */
  @Column({ name: 'position', type: 'integer' }) position: number;
  @Column({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId | null;
  @Column({ name: 'invoice_line_id', type: 'uuid' }) invoiceLineId: Id<'invoice-line'> | null;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId | null;
  @Column({ name: 'description', type: 'text' }) description: string;
  /** What the line took over from its product when it was priced. */
  @Column({ name: 'sku', type: 'text' }) sku: string | null;
  @Column({ name: 'unit', type: 'text' }) unit: string | null;
  @Column({ name: 'hsn_code', type: 'text' }) hsnCode: string | null;
  @Column({ name: 'supply_kind', type: 'text' }) supplyKind: SupplyKind | null;
  @Column({ name: 'quantity', type: 'numeric' }) quantity: string;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'discount_percent', type: 'numeric' }) discountPercent: string | null;
  @Column({ name: 'discount_amount', type: 'bigint' }) discountAmount: bigint | null;
  @Column({ name: 'discount', type: 'bigint' }) discount: bigint;
  @Column({ name: 'net', type: 'bigint' }) net: bigint;
  @Column({ name: 'tax_code', type: 'text' }) taxCode: string | null;
  /** Whether the code is that of the product: the line has neither code nor rate of its own. */
  @Column({ name: 'product_taxed', type: 'boolean' }) productTaxed: boolean;
  @Column({ name: 'requested_tax_rate', type: 'numeric' }) requestedTaxRate: string | null;
  @Column({ name: 'tax_rate', type: 'numeric' }) taxRate: string;
  @Column({ name: 'taxes', type: 'jsonb' }) taxes: readonly StoredLineTax[];
  @Column({ name: 'tax_fallback', type: 'boolean' }) taxFallback: boolean;
  @Column({ name: 'tax_fallback_reason', type: 'text' }) taxFallbackReason: FallbackReason | null;
  /** What was decided of the tax; null while it is not determined. */
  @Column({ name: 'tax_category', type: 'text' }) taxCategory: TaxCategory | null;
  /** The ground of it; both are null of an imported line, of which nothing was decided. */
  @Column({ name: 'tax_reason', type: 'text' }) taxReason: TaxReason | null;
  @Column({ name: 'tax', type: 'bigint' }) tax: bigint;
  @Column({ name: 'total', type: 'bigint' }) total: bigint;
  @Column({ name: 'period_start', type: 'date' }) periodStart: LocalDate | null;
  @Column({ name: 'period_end', type: 'date' }) periodEnd: LocalDate | null;
}

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
}

export type NewCreditNoteLine = Omit<CreditNoteLineEntity, 'companyId'>;
export type NewCreditApplication = Omit<CreditApplicationEntity, 'companyId'>;
