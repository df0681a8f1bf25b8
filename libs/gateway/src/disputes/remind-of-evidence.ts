import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { sweepCompanies } from '../providers/sweep-companies.js';
import { receiptNoun, type Receipt } from '../receipts/receipt.description.js';
import { receiptView } from '../receipts/receipt.queries.js';

const COMPANIES = sql(`
  select c.id from gateway.door_companies_with_evidence_due($1) as c(id)`);

const BATCH = 100;

/** By `unapplied_receipt_open_dispute_index`; those that another process has in hand are left to it. */
const DUE = sql(`
  select ${receiptNoun.rows.select('r')} from gateway.unapplied_receipt r
  where r.company_id = $1 and r.kind = 'dispute' and r.status = 'open'
    and r.evidence_due_by > $2 and r.evidence_due_by <= $2::timestamptz + interval '3 days'
    and not exists (select from gateway.dispute_reminder m where m.company_id = $1
      and m.receipt_id = r.id and m.due_by = r.evidence_due_by)
    and not (r.stages ?| array['won', 'lost', 'closed'])
    and not exists (select from gateway.dispute_evidence e
      where e.company_id = $1 and e.receipt_id = r.id and e.kind = 'submission')
  order by r.id limit ${BATCH} for no key update of r skip locked`);

const REMINDED = sql(`
  insert into gateway.dispute_reminder (company_id, receipt_id, due_by, created_at)
  select r.company_id, r.id, r.evidence_due_by, $3
  from gateway.unapplied_receipt r where r.company_id = $1 and r.id = any($2::uuid[])`);

/**
 * Tells three days ahead that evidence of a dispute is due and was not handed in: once for each day
 * that the provider names, also when several processes look.
 */
@Injectable()
export class RemindOfEvidence {
  constructor(private readonly db: Database) {}

  /** Looks once; answers of how many disputes was told. */
  async execute(now: Instant): Promise<number> {
    const companies = await this.db.door<{ id: CompanyId }>(COMPANIES, [now]);
    return sweepCompanies(companies, (id) =>
      this.remind(systemCtx(id, now, `evidence-reminder-${newId()}`)),
    );
  }

  private remind(ctx: Ctx): Promise<number> {
    return this.db.write(ctx, async (tx) => {
      const due = await tx.rows<Receipt>(DUE, [ctx.companyId, ctx.now]);
      if (due.length === 0) return 0;
      const ids = due.map(({ id }) => id);
      await tx.run(REMINDED, [ctx.companyId, ids, ctx.now]);
      for (const receipt of due) {
        const change = { object: 'unapplied-receipt', recordId: receipt.id };
        const data = { ...receiptView(receipt) };
        emit(tx, { type: 'payment.dispute_evidence_due', ...change, data });
      }
      return due.length;
    });
  }
}
