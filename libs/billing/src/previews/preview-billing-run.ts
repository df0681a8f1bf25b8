import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database, isForLater } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import { bulkCtx, systemCtx, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { DueSubscriptions } from '@quittance/sales';
import { TaxQuotes } from '@quittance/tax';
import { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { CarriedOut, PREVIEW_LIMITS, type PreviewLimits } from './carried-out.js';
import { previewRows, type PreviewRow } from './preview-rows.js';
import { PreviewSketch } from './preview-sketch.js';
import { encodeToken } from './preview-token.js';
import { seenParties, toldSchedule } from './seen-parties.js';
import {
  previewedMinor,
  previewFingerprint,
  type PreviewedInvoice,
  type PreviewedSchedule,
} from './preview.view.js';

/** What is to be previewed, and which page of the schedules is shown. */
export interface PreviewRequest {
  /** Today in the company's time zone unless told. */
  readonly asOf: LocalDate | null;
  readonly catchUp: boolean;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Shows what a run would make: every due schedule is priced, a page of them is shown. */
@Injectable()
export class PreviewBillingRun {
  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    /** Without it nothing is shown of what is given back behind the run. */
    readonly pending?: PendingCredits,
    /** Without it only subscriptions that have begun are shown. */
    private readonly subscriptions?: DueSubscriptions,
  ) {}

  /**
   * What waits is carried out to be shown, and undone, within limits: beyond them the preview says
   * so (`truncated`), and has no token, as no run makes only what it shows.
   */
  async execute(
    ctx: Ctx,
    { catchUp, page, pageSize, ...request }: PreviewRequest,
    limits: PreviewLimits = PREVIEW_LIMITS,
  ) {
    const asOf = request.asOf ?? companyToday(await this.db.read(ctx, readCompany), ctx.now);
    const sums = new PreviewSums();
    const sketch = PreviewSketch.empty();
    const rows: PreviewedSchedule[] = [];
    const scope = { asOf, catchUp, scheduleIds: null };
    const isBegun = await this.begin(ctx, limits);
    const carried = new CarriedOut(limits);
    for await (const row of previewRows(ctx, this, scope, carried)) {
      sketch.add(previewFingerprint(row.shown));
      if (Math.floor(sums.rows / pageSize) === page - 1) rows.push(row.shown);
      sums.add(row);
    }
    const waitingNotShown = carried.leftOut;
    const truncated = waitingNotShown > 0 || !isBegun;
    const previewToken = truncated ? null : encodeToken({ asOf, catchUp, sketch });
    const ids = rows.map(({ accountId }) => accountId);
    const seen = await this.db.read(ctx, (tx) => seenParties(tx, ids));
    const data = rows.map((row) => toldSchedule(row, seen));
    const shown = { previewToken, truncated, waitingNotShown, data, page, pageSize };
    return { asOf, catchUp, ...sums.view(), ...shown };
  }

  /**
   * What the day brings to subscriptions comes first, as ahead of a run: it was agreed before,
   * whoever looks. False where the time is up before all of it has.
   */
  private async begin({ companyId, now, requestId }: Ctx, { ms }: PreviewLimits) {
    const until = performance.now() + ms;
    let isUp = false;
    const goesOn = () => !(isUp ||= performance.now() >= until);
    try {
      await this.subscriptions?.begin(bulkCtx(systemCtx(companyId, now, requestId)), goesOn);
    } catch (error) {
      // What cannot begin keeps nothing else from being shown, nor from being billed.
      if (isForLater(error)) throw error;
    }
    return !isUp;
  }
}

interface CurrencySums {
  invoices: number;
  subtotal: bigint;
  taxTotal: bigint;
  total: bigint;
  creditNotes: number;
  credited: bigint;
  drafts: number;
  takenOff: bigint;
}

const NOTHING: CurrencySums = {
  invoices: 0,
  subtotal: 0n,
  taxTotal: 0n,
  total: 0n,
  creditNotes: 0,
  credited: 0n,
  drafts: 0,
  takenOff: 0n,
};

/** Counts and amounts over all schedules of a preview. */
class PreviewSums {
  rows = 0;
  private scheduled = 0;
  private invoices = 0;
  private skipped = 0;
  private failed = 0;
  private readonly customers = new Set<string>();
  private readonly currencies = new Map<Currency, CurrencySums>();

  add({ shown, isDue }: PreviewRow): void {
    this.rows += 1;
    if (isDue) this.scheduled += 1;
    this.invoices += shown.invoices.length;
    this.skipped += shown.skipped;
    if (shown.failure) this.failed += 1;
    if (shown.invoices.length > 0) this.customers.add(shown.accountId);
    for (const invoice of shown.invoices) this.addInvoice(shown.currency, invoice);
    for (const { total } of shown.creditNotes) {
      const sums = this.of(shown.currency);
      sums.creditNotes += 1;
      sums.credited += previewedMinor(total, shown.currency);
    }
    for (const { lines } of shown.drafts) {
      const sums = this.of(shown.currency);
      sums.drafts += 1;
      for (const { total } of lines) sums.takenOff -= previewedMinor(total, shown.currency);
    }
  }

  private addInvoice(currency: Currency, { subtotal, taxTotal, total }: PreviewedInvoice): void {
    const sums = this.of(currency);
    sums.invoices += 1;
    sums.subtotal += previewedMinor(subtotal, currency);
    sums.taxTotal += previewedMinor(taxTotal, currency);
    sums.total += previewedMinor(total, currency);
  }

  private of(currency: Currency): CurrencySums {
    const known = this.currencies.get(currency);
    if (known) return known;
    const sums = { ...NOTHING };
    this.currencies.set(currency, sums);
    return sums;
  }

  view() {
    const creditNotes = [...this.currencies.values()].map((sums) => sums.creditNotes);
    return {
      total: this.rows,
      scheduled: this.scheduled,
      invoices: this.invoices,
      creditNotes: creditNotes.reduce((sum, count) => sum + count, 0),
      skipped: this.skipped,
      failed: this.failed,
      customers: this.customers.size,
      totals: [...this.currencies].sort().map(([currency, sums]) => ({
        currency,
        invoices: sums.invoices,
        subtotal: formatMinor(sums.subtotal, currency),
        taxTotal: formatMinor(sums.taxTotal, currency),
        total: formatMinor(sums.total, currency),
        creditNotes: sums.creditNotes,
        credited: formatMinor(sums.credited, currency),
        drafts: sums.drafts,
        takenOff: formatMinor(sums.takenOff, currency),
      })),
    };
  }
}
