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

  read(ctx: Ctx): Promise<ShownApproval> {
    return this.db.read(ctx, async (tx) => shownTo(ctx, await readApproval(tx)));
  }

  /**
   * Whoever may not see costs says nothing of margins: rules keep theirs, each at its place.
   * @throws DomainError validation_failed, precondition_failed
   */
  save(
    ctx: Ctx,
    settings: ApprovalSettings,
    expectedVersion: number | null,
  ): Promise<ShownApproval> {
    return this.db.write(ctx, async (tx) => {
      const [before, { baseCurrency }] = await Promise.all([
        readApproval(tx),
        readCompanyTerms(tx),
      ]);
      checkVersion(before.version, expectedVersion);
      const rules = maySeeCosts(ctx) ? settings.rules : withMarginsOf(before.rules, settings.rules);
      const roles = await knownRoles(
        tx,
        rules.flatMap(({ roleId }) => (roleId ? [roleId] : [])),
      );
      const errors = rules.flatMap((rule, i) => faultsOf(rule, `/rules/${i}`, baseCurrency, roles));
      if (errors.length > 0) throw invalidFields(errors);
      const saved = await storeApproval(tx, { ...settings, rules });
      audit(tx, {
        action: 'quote_approval.saved',
        object: 'company',
        recordId: ctx.companyId,
        before: logged(before),
        after: { ...logged(saved), marginsChanged: marginsOf(before) !== marginsOf(saved) },
      });
      return shownTo(ctx, saved);
    });
  }
}

/** Settings as they are told: `minMargin` is absent for whoever may not see what products cost. */
export interface ShownApproval extends Omit<SavedApproval, 'rules'> {
  readonly rules: readonly ShownRule[];
}
type ShownRule = Omit<ApprovalRule, 'minMargin'> & Partial<Pick<ApprovalRule, 'minMargin'>>;

function maySeeCosts({ permissions }: Ctx): boolean {
  return permissions.can('product-costs', 'view');
}

function shownTo(ctx: Ctx, saved: SavedApproval): ShownApproval {
  return maySeeCosts(ctx) ? saved : { ...saved, rules: saved.rules.map(withoutMargin) };
}

function withoutMargin({ minMargin: _, ...rule }: ApprovalRule): ShownRule {
  return rule;
}

/** Who reads the log need not be who may see costs: it says of which rules there is a margin. */
function logged({ mode, rules }: ApprovalSettings) {
  const said = rules.map((rule) => {
    return { ...withoutMargin(rule), asksMargin: rule.minMargin !== null };
  });
  return { mode, rules: said };
}

function marginsOf({ rules }: ApprovalSettings): string {
  return JSON.stringify(rules.map(({ minMargin }) => minMargin));
}

/**
 * Rules as somebody says them who is not told of margins, each with the margin of the one at its
 * place: none is said, and none is lost or comes to hold for others.
 * @throws DomainError validation_failed
 */
function withMarginsOf(
  before: readonly ApprovalRule[],
  rules: readonly ApprovalRule[],
): ApprovalRule[] {
  const errors: FieldError[] = [];
  const denied = (pointer: string, message: string) =>
    errors.push({ pointer, code: 'denied', message });
  rules.forEach(({ minMargin }, i) => {
    if (minMargin !== null) denied(`/rules/${i}/minMargin`, 'takes the right to see costs');
  });
  before.forEach(({ minMargin, roleId }, i) => {
    if (minMargin === null || rules[i]?.roleId === roleId) return;
    denied(`/rules/${i}`, 'asks for a margin: to change it takes the right to see costs');
  });
  if (errors.length > 0) throw invalidFields(errors);
  return rules.map((rule, i) => ({ ...rule, minMargin: before[i]?.minMargin ?? null }));
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
    errors.push({ pointer: `${pointer}/roleId`, code: 'reference_not_found', message });
  }
  return errors;
}

/** Whether a percentage is none. */
function isOutside({ units, scale }: Decimal): boolean {
  return units < 0n || units > 100n * pow10(scale);
}
