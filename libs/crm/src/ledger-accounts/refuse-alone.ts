import type { CompanyTerms } from '@quittance/company';
import { bankDetailsNeedApproval } from '../crm.errors.js';
import type { LedgerAccountEntity } from './ledger-account.entity.js';

/**
 * Where somebody is paid to is not said by one of the staff alone, where the company has it so.
 * That there is no account any more may be: nothing goes astray by it.
 * @throws DomainError bank_details_need_approval
 */
export function refuseAlone(
  { bankChangesNeedApproval }: Pick<CompanyTerms, 'bankChangesNeedApproval'>,
  { id }: { readonly id: string | null },
  { bank }: Partial<Pick<LedgerAccountEntity, 'bank'>>,
): void {
  if (bankChangesNeedApproval && bank) throw bankDetailsNeedApproval({ id: id ?? '{id}' });
}
