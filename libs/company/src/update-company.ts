import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { checkSettings, type CompanyPatch } from './company-settings.js';
import { NO_ADDRESS, type Company } from './company.js';
import { lockCompany } from './company.queries.js';

const UPDATE = sql(`
  update company.company set legal_name = $2, address = $3, tax_registrations = $4,
    base_currency = $5, time_zone = $6, locale = $7, fiscal_year_start_month = $8,
    tax_rounding = $9, logo = $10, version = $11, updated_at = $12, auto_apply_credit = $13
  where id = $1`);

/** Changes the company's own facts, as they appear on its documents from then on. */
@Injectable()
export class UpdateCompany {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, precondition_failed */
  async execute(
    ctx: Ctx,
    patch: CompanyPatch,
    expectedVersion: number | null = null,
  ): Promise<Company> {
    checkSettings(patch);
    return this.db.write(ctx, async (tx) => {
      const before = await lockCompany(tx);
      checkVersion(before.version, expectedVersion);
      const after = merged(before, patch);
      await store(tx, after);
      const recordId = after.id;
      const change = changedFields(shown(before), shown(after));
      audit(tx, { action: 'company.updated', object: 'company', recordId, ...change });
      const data = { ...shown(after), id: after.id, slug: after.slug, version: after.version };
      emit(tx, { type: 'record.updated', object: 'company', recordId, data });
      return after;
    });
  }
}

function merged(before: Company, { address, ...rest }: CompanyPatch): Company {
  const known = address === null ? NO_ADDRESS : { ...before.address, ...address };
  return { ...before, ...rest, address: known, version: before.version + 1 };
}

function store(tx: Tx, company: Company): Promise<number> {
  return tx.run(UPDATE, [
    company.id,
    company.legalName,
    JSON.stringify(company.address),
    JSON.stringify(company.taxRegistrations),
    company.baseCurrency,
    company.timeZone,
    company.locale,
    company.fiscalYearStartMonth,
    company.taxRounding,
    company.logo,
    company.version,
    tx.ctx.now,
    company.autoApplyCredit,
  ]);
}

/** Without the picture itself: a log entry says that it changed, not its 300 kB. */
function shown({ id: _, slug: __, version: ___, logo, ...facts }: Company) {
  return { ...facts, logo: logo && `${logo.length} characters ending in ${logo.slice(-12)}` };
}
