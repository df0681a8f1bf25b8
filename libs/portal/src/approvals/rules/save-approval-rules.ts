import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { findParty } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, type AccountId } from '@quittance/kernel';
import { formatMinor, parseMinor, type Currency } from '@quittance/money';
import type { PortalCtx, PortalUserId } from '../../actors/portal-actor.js';
import { withinReach } from '../../actors/portal-ctx.js';
import { colleaguesNotManaged, referenceNotFoundAt } from '../../portal.errors.js';
import { accountInReach, resolveScope } from '../../scope/portal-scope.js';
import { adminsManageUsers } from '../../settings/portal-settings.js';
import { rightfulApprovers } from '../approvers.js';
import { findApprovalRules, type AccountRules } from './approval-rules.queries.js';
import { MOST_SIGNING_RULES, type SigningRule } from './approval-rule.js';

/** A rule as a person writes it; the sum is decimal text in the currency of the account. */
export interface RuleInput {
  readonly above: string;
  readonly approvals: number;
  readonly approverIds?: readonly PortalUserId[] | undefined;
}

/** The rules of an account as the API shows them. */
export interface ApprovalRulesView {
  readonly accountId: AccountId;
  readonly version: number;
  readonly currency: Currency;
  readonly rules: readonly (Omit<SigningRule, 'above'> & { readonly above: string })[];
}

/** By primary key. */
const PUT = sql(`
  insert into portal.approval_rules (company_id, account_id, version, currency, rules, updated_at)
  select k.id, $2::uuid, $3::integer, $4::text, $5::jsonb, $6::timestamptz
  from company.pub_company k where k.id = $1::uuid
  on conflict (company_id, account_id) do update set version = excluded.version,
    currency = excluded.currency, rules = excluded.rules, updated_at = excluded.updated_at`);

/** Who has to approve what in an account, as its Admins say. */
@Injectable()
export class SaveApprovalRules {
  constructor(private readonly db: Database) {}

  /** @throws DomainError reference_not_found */
  find(ctx: PortalCtx, named: AccountId | undefined): Promise<ApprovalRulesView> {
    return this.db.read(ctx, async (tx) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      return rulesView(accountId, await rulesOf(tx, accountId, ctx.portal.approvalLimit.currency));
    });
  }

  /**
   * Puts these rules in place of all there are; what waits already goes on by those it began with.
   * @throws DomainError reference_not_found, colleagues_not_managed, validation_failed
   */
  execute(
    ctx: PortalCtx,
    named: AccountId | undefined,
    input: readonly RuleInput[],
  ): Promise<ApprovalRulesView> {
    return this.db.write(withinReach(ctx), async (tx) => {
      if (!(await adminsManageUsers(tx))) throw colleaguesNotManaged();
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const party = await findParty(tx, 'customer', accountId);
      if (!party) throw referenceNotFoundAt('/accountId', 'account');
      const before = await rulesOf(tx, accountId, party.currency);
      const rules = rulesFrom(input, before.currency);
      await requireApprovers(tx, accountId, rules);
      const after = { ...before, version: before.version + 1, rules };
      const kept = JSON.stringify(rules.map((rule) => ({ ...rule, above: `${rule.above}` })));
      const params = [accountId, after.version, after.currency, kept, tx.ctx.now];
      await tx.run(PUT, [tx.ctx.companyId, ...params]);
      audit(tx, {
        action: 'approval_rules.saved',
        object: 'account',
        recordId: accountId,
        before: { rules: rulesView(accountId, before).rules },
        after: { rules: rulesView(accountId, after).rules },
      });
      return rulesView(accountId, after);
    });
  }
}

async function rulesOf(tx: Tx, accountId: AccountId, currency: Currency): Promise<AccountRules> {
  return (await findApprovalRules(tx, accountId)) ?? { version: 0, currency, rules: [] };
}

function rulesView(accountId: AccountId, { version, currency, rules }: AccountRules) {
  const shown = rules.map((rule) => ({ ...rule, above: formatMinor(rule.above, currency) }));
  return { accountId, version, currency, rules: shown };
}

/** @throws DomainError validation_failed */
function rulesFrom(input: readonly RuleInput[], currency: Currency): SigningRule[] {
  if (input.length > MOST_SIGNING_RULES) {
    throw invalidField('/rules', 'max', `An account has at most ${MOST_SIGNING_RULES} rules.`);
  }
  const rules = input.map(({ above, approvals, approverIds = [] }, i): SigningRule => {
    const sum = parseMinor(above, currency);
    if (sum === undefined || sum < 0n) {
      const message = `must be a sum in ${currency}, at least 0`;
      throw invalidField(`/rules/${i}/above`, 'amount', message);
    }
    const named = [...new Set(approverIds)];
    if (named.length > 0 && named.length < approvals) {
      throw invalidField(`/rules/${i}/approverIds`, 'min', 'names fewer than have to approve');
    }
    return { above: sum, approvals, approverIds: named };
  });
  const sums = new Set(rules.map(({ above }) => above));
  if (sums.size < rules.length) throw invalidField('/rules', 'unique', 'has one sum twice');
  return rules;
}

/** @throws DomainError reference_not_found at the pointer */
async function requireApprovers(
  tx: Tx,
  accountId: AccountId,
  rules: readonly SigningRule[],
): Promise<void> {
  if (!rules.some(({ approverIds }) => approverIds.length > 0)) return;
  const known = new Set((await rightfulApprovers(tx, accountId)).map(({ id }) => id));
  rules.forEach(({ approverIds }, i) => {
    const unknown = approverIds.findIndex((id) => !known.has(id));
    if (unknown < 0) return;
    throw referenceNotFoundAt(`/rules/${i}/approverIds/${unknown}`, 'approver');
  });
}
