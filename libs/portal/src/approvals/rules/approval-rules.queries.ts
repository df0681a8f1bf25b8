import { readToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { PortalUserId } from '../../actors/portal-actor.js';
import { amountIn } from '../../limits/spender.js';
import { ANYBODY, ruleFor, type SigningRule } from './approval-rule.js';

/** The rules of an account as they are kept; sums are decimal digits of minor units. */
interface KeptRules {
  readonly version: number;
  readonly currency: Currency;
  readonly rules: readonly {
    readonly above: string;
    readonly approvals: number;
    readonly approverIds: readonly PortalUserId[];
  }[];
}

/** The rules of an account. */
export interface AccountRules {
  readonly version: number;
  readonly currency: Currency;
  readonly rules: readonly SigningRule[];
}

/** By primary key. */
const FIND = sql(`
  select r.version, r.currency, r.rules from portal.approval_rules r
  where r.company_id = $1 and r.account_id = $2`);

/** What somebody of the account has said; undefined where nobody has. */
export async function findApprovalRules(
  tx: Tx,
  accountId: AccountId,
): Promise<AccountRules | undefined> {
  const found = await tx.maybe<KeptRules>(FIND, [tx.ctx.companyId, accountId]);
  if (!found) return undefined;
  const { version, currency, rules } = found;
  return {
    version,
    currency,
    rules: rules.map((rule) => ({ ...rule, above: BigInt(rule.above) })),
  };
}

/** Which rule of the account a sum comes under. */
export async function ruleOf(
  tx: Tx,
  accountId: AccountId,
  total: bigint,
  currency: Currency,
): Promise<SigningRule> {
  const found = await findApprovalRules(tx, accountId);
  if (!found) return ANYBODY;
  const on = await readToday(tx);
  const counted = await amountIn(tx, total, currency, [found.currency], on);
  return ruleFor(found.rules, counted(found.currency));
}
