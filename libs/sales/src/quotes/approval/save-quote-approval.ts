import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompanyTerms } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { parseDecimal, parseMinor, pow10, type Decimal } from '@quittance/money';
import type { ApprovalRule, ApprovalSettings } from './approval-rules.js';
import {
  knownRoles,
  readApproval,
  storeApproval,
  type SavedApproval,
} from './quote-approval.repository.js';

/** More rules than a company has. */
export const MOST_APPROVAL_RULES = 50;

/** Which quotes are approved by a person. */
@Injectable()
export class QuoteApproval {
  constructor(private readonly db: Database) {}

  read(ctx: Ctx): Promise<SavedApproval> {
    return this.db.read(ctx, readApproval);
  }

  /** @throws DomainError validation_failed, precondition_failed */
  save(
    ctx: Ctx,
    settings: ApprovalSettings,
    expectedVersion: number | null,
  ): Promise<SavedApproval> {
    return this.db.write(ctx, async (tx) => {
      const [before, { baseCurrency }] = await Promise.all([
        readApproval(tx),
        readCompanyTerms(tx),
      ]);
      checkVersion(before.version, expectedVersion);
      const { rules } = settings;
      const roles = await knownRoles(
        tx,
        rules.flatMap(({ roleId }) => (roleId ? [roleId] : [])),
      );
      const errors = rules.flatMap((rule, i) => faultsOf(rule, `/rules/${i}`, baseCurrency, roles));
      if (errors.length > 0) throw invalidFields(errors);
      const saved = await storeApproval(tx, settings);
      audit(tx, {
        action: 'quote_approval.saved',
        object: 'company',
        recordId: ctx.companyId,
        before: { mode: before.mode, rules: before.rules },
        after: { mode: saved.mode, rules: saved.rules },
      });
      return saved;
    });
  }
}

function faultsOf(
  { maxPercent, maxTotal, minMargin, roleId }: ApprovalRule,
  pointer: string,
  baseCurrency: string,
  roles: ReadonlySet<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const percent = parseDecimal(maxPercent);
  if (!percent || isOutside(percent)) {
    const message = 'must be from 0 to 100';
    errors.push({ pointer: `${pointer}/maxPercent`, code: 'range', message });
  }
  const margin = minMargin === null ? undefined : parseDecimal(minMargin);
  if (minMargin !== null && (!margin || isOutside(margin))) {
    errors.push({
      pointer: `${pointer}/minMargin`,
      code: 'range',
      message: 'must be from 0 to 100',
    });
  }
  const total = maxTotal === null ? 0n : parseMinor(maxTotal, baseCurrency);
  if (total === undefined || total < 0n) {
    const message = `must be an amount of ${baseCurrency}`;
    errors.push({ pointer: `${pointer}/maxTotal`, code: 'amount', message });
  }
  if (roleId !== null && !roles.has(roleId)) {
    const message = 'There is no such role.';
    errors.push({ pointer: `${pointer}/roleId`, code: 'not_found', message });
  }
  return errors;
}

/** Whether a percentage is none. */
function isOutside({ units, scale }: Decimal): boolean {
  return units < 0n || units > 100n * pow10(scale);
}
