import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import { sql, type Tx } from '@quittance/database';
import { DomainError, type AccountId, type UserId } from '@quittance/kernel';

/** Whose account it is, and who of the company that is. */
const MANAGER = sql(`
  select c.user_id as id, u.name from crm.pub_account_manager c
  left join identity.pub_user u on u.company_id = $1 and u.id = c.user_id and u.active
  where c.company_id = $1 and c.id = $2`);

/** Who of the company stands behind an account; null where nobody does. */
export async function accountManagerOf(
  tx: Tx,
  accountId: AccountId,
): Promise<{ readonly id: UserId | null; readonly name: string | null }> {
  const params = [tx.ctx.companyId, accountId];
  const found = await tx.maybe<{ id: UserId | null; name: string | null }>(MANAGER, params);
  return found ?? { id: null, name: null };
}

/** Whether credit has refused. */
export function isOfCredit(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    (error.code === creditCheckFailed.code || error.code === creditHoldHard.code)
  );
}

/** A refusal by credit as customers are told it: whom to turn to, and no figure. */
export function toldByCredit(error: DomainError, manager: string | null): DomainError {
  const whom = manager === null ? 'the company' : manager;
  const { code, status, title } = error.problem;
  const detail = 'The order cannot be taken as it is; {whom} can tell what is possible.';
  return new DomainError({ code, status, title, detail }, { whom });
}
