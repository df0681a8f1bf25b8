import { sql, type Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import type { SaleParties } from './sale-parties.queries.js';

/** Whom a sale is through, where the sale itself says nothing of them. */
export type DefaultParties = Pick<SaleParties, 'contactId' | 'partnerId'>;

/** What a sale says of them; absent is what it leaves to its deal and its account. */
type SaidParties = Partial<SaleParties>;

/**
 * The contact that a customer is spoken to through; by `contact_account_index`. Those of the deal
 * by primary keys, its contact where that is one of the account.
 */
const DEFAULTS = sql(`
  select
    (select c.id from crm.contact c
      where c.company_id = $1 and c.account_id = $2 and c.is_primary and c.deleted_at is null
      limit 1) as "primaryId",
    (select c.id from crm.deal d
      join crm.contact c on c.company_id = $1 and c.id = d.contact_id
      where d.company_id = $1 and d.id = $3 and d.account_id = $2 and d.deleted_at is null
        and c.account_id = $2 and c.deleted_at is null) as "contactId",
    (select d.partner_id from crm.deal d
      join crm.ledger_account p on p.company_id = $1 and p.id = d.partner_id
      where d.company_id = $1 and d.id = $3 and d.account_id = $2 and d.deleted_at is null
        and p.kind = 'partner' and p.deleted_at is null) as "partnerId"`);

interface FoundParties extends DefaultParties {
  readonly primaryId: Id<'contact'> | null;
}

/**
 * The contact and the partner of a new sale: what was said of them, null included; else those of
 * its deal, as far as whoever writes it may see them there; else the primary contact.
 */
export async function defaultParties(
  tx: Tx,
  accountId: AccountId,
  said: SaidParties,
): Promise<DefaultParties> {
  const { contactId, partnerId, dealId = null } = said;
  const asks = contactId === undefined || (partnerId === undefined && dealId !== null);
  if (!asks) return { contactId: contactId ?? null, partnerId: partnerId ?? null };
  const params = [tx.ctx.companyId, accountId, dealId];
  const found = await tx.one<FoundParties>(DEFAULTS, params);
  const ofDeal = shownOfDeal(tx, found);
  return {
    contactId: contactId === undefined ? (ofDeal.contactId ?? found.primaryId) : contactId,
    partnerId: partnerId === undefined ? ofDeal.partnerId : partnerId,
  };
}

/** What is kept from somebody in the deal is not told them by a sale either. */
function shownOfDeal({ ctx: { permissions } }: Tx, found: DefaultParties): DefaultParties {
  const hidden = permissions.fields?.('deals')?.hidden;
  const may = (name: string) => permissions.can('deals', 'view') && !hidden?.has(name);
  return {
    contactId: may('contactId') ? found.contactId : null,
    partnerId: may('partnerId') ? found.partnerId : null,
  };
}
