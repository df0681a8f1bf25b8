import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import type { Company } from './company.js';

/**
 * Why a company cannot change so as far as another lib is concerned: pointers into the change. It
 * is asked behind the lock of the metadata version, so that what it reads stays until the commit.
 */
export type CompanyCheck = (
  tx: Tx,
  before: Company,
  after: Company,
) => Promise<readonly FieldError[]>;

/** What other libs must agree to before a company changes. Each registers when it starts. */
@Injectable()
export class CompanyChecks {
  private readonly checks: CompanyCheck[] = [];

  register(check: CompanyCheck): void {
    this.checks.push(check);
  }

  /** @throws DomainError validation_failed with all that is in the way */
  async run(tx: Tx, before: Company, after: Company): Promise<void> {
    const faults: FieldError[] = [];
    for (const check of this.checks) faults.push(...(await check(tx, before, after)));
    if (faults.length > 0) throw invalidFields(faults);
  }
}
