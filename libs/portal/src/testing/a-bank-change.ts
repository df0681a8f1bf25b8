import type { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';

const INSERT = `
  insert into portal.bank_change (company_id, id, ledger_account_id, portal_user_id, status, bank,
    created_at)
  values ($1, $2, $3, $4, 'waiting', $5, now())`;

/** The account of a bank that a vendor has asked to be paid to, which waits for staff. */
export async function aBankChange(
  db: Database,
  ctx: Ctx,
  of: { readonly vendorId: string; readonly portalUserId: string },
): Promise<string> {
  const id = newId();
  const bank = {
    accountName: 'Nuts Ltd',
    bankName: null,
    accountNumber: null,
    iban: 'DE02120300000000202051',
    bic: null,
    branchCode: null,
  };
  const params = [ctx.companyId, id, of.vendorId, of.portalUserId, JSON.stringify(bank)];
  await db.write(ctx, (tx) => tx.run(INSERT, params));
  return id;
}
