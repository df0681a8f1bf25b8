import { formatMinor, type Currency, type LocalDate } from '@quittance/kernel';
import { settledBy, statusAsOf, type ImportedInvoice } from './imported-invoice.js';

/** What an import did, or with `dryRun` would do. Amounts are decimal text. */
export interface InvoiceImportSummary {
  readonly dryRun: boolean;
  readonly asOf: LocalDate;
  /** Rows of the file. */
  readonly rows: number;
  readonly imported: number;
  /** Rows whose invoice was imported before. */
  readonly alreadyImported: number;
  /** Rows dated after `asOf`. */
  readonly leftOut: number;
  /** Customers of the imported invoices. */
  readonly customers: number;
  /** Imported invoices by the status they were given. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly amounts: readonly ImportedAmount[];
}

export interface ImportedAmount {
  readonly currency: Currency;
  readonly total: string;
  readonly paid: string;
  readonly balance: string;
}

/** Counts an import batch by batch. */
export class ImportTally {
  private imported = 0;
  private readonly customers = new Set<string>();
  private readonly byStatus = new Map<string, number>();
  private readonly amounts = new Map<Currency, { total: bigint; paid: bigint }>();

  constructor(
    readonly asOf: LocalDate,
    readonly dryRun: boolean,
    private readonly rows: number,
    private readonly wanted: number,
  ) {}

  /** Counts invoices whose transaction is committed. */
  add(invoices: readonly ImportedInvoice[]): void {
    for (const invoice of invoices) this.count(invoice);
  }

  /** The summary with the last batch, which counts only should its transaction commit. */
  with(invoices: readonly ImportedInvoice[]): InvoiceImportSummary {
    const all = new ImportTally(this.asOf, this.dryRun, this.rows, this.wanted);
    all.imported = this.imported;
    for (const customer of this.customers) all.customers.add(customer);
    for (const [status, count] of this.byStatus) all.byStatus.set(status, count);
    for (const [currency, sums] of this.amounts) all.amounts.set(currency, { ...sums });
    all.add(invoices);
    return all.summary();
  }

  private count(invoice: ImportedInvoice): void {
    const status = statusAsOf(invoice, this.asOf);
    const sums = this.amounts.get(invoice.currency) ?? { total: 0n, paid: 0n };
    sums.total += invoice.amount;
    if (settledBy(invoice, this.asOf)) sums.paid += invoice.amount;
    this.imported += 1;
    this.customers.add(invoice.customer);
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.amounts.set(invoice.currency, sums);
  }

  private summary(): InvoiceImportSummary {
    const amounts = [...this.amounts].map(([currency, { total, paid }]) => ({
      currency,
      total: formatMinor(total, currency),
      paid: formatMinor(paid, currency),
      balance: formatMinor(total - paid, currency),
    }));
    return {
      dryRun: this.dryRun,
      asOf: this.asOf,
      rows: this.rows,
      imported: this.imported,
      alreadyImported: this.wanted - this.imported,
      leftOut: this.rows - this.wanted,
      customers: this.customers.size,
      byStatus: Object.fromEntries([...this.byStatus].sort()),
      amounts: amounts.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    };
  }
}
