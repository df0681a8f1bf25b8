import { Injectable } from '@nestjs/common';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { bankAccountAfter, changeCompany } from './change-company.js';
import { CompanyChecks } from './company-checks.js';
import { bankAccountStays, bankApprovalStays } from './company.errors.js';
import { lockCompany } from './company.queries.js';
import { checkSettings, type CompanyPatch } from './company-settings.js';
import type { Company } from './company.js';

/** Changes the company's own facts, as they appear on its documents from then on. */
@Injectable()
export class UpdateCompany {
  constructor(
    private readonly db: Database,
    private readonly checks: CompanyChecks,
  ) {}

  /**
   * @throws DomainError validation_failed, precondition_failed, currency_not_enabled,
   * bank_approval_stays, bank_account_stays
   */
  async execute(
    ctx: Ctx,
    patch: CompanyPatch,
    expectedVersion: number | null = null,
  ): Promise<Company> {
    const checked = checkSettings(patch);
    return this.db.write(ctx, async (tx) => {
      const before = await lockCompany(tx);
      checkVersion(before.version, expectedVersion);
      // Nobody ends alone what keeps them from doing something else alone.
      if (before.bankChangesNeedApproval && checked.bankChangesNeedApproval === false) {
        throw bankApprovalStays();
      }
      if (before.bankChangesNeedApproval && movesBank(before, checked)) throw bankAccountStays();
      return changeCompany(tx, this.checks, checked);
    });
  }
}

/** Whether payers would be told of another account than before; nothing goes astray without one. */
function movesBank(before: Company, patch: CompanyPatch): boolean {
  const after = Object.entries(bankAccountAfter(before, patch));
  const isSame = after.every(([name, said]) => said === Reflect.get(before.bankAccount, name));
  return !isSame && after.some(([, said]) => said !== null);
}
