import { reach } from '@quittance/access';
import type { PostalAddress } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import {
  invalidField,
  invalidFields,
  type AccountId,
  type FieldError,
  type Id,
  type UserId,
} from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import type { PriceBookId } from '@quittance/catalog';
import type { BillingAccount } from './account.js';
import { SAID_OF_DOCUMENTS } from './account.queries.js';

/** A customer as whoever sells to them needs it. */
export interface SellingAccount extends BillingAccount {
  readonly shippingAddress: PostalAddress;
  readonly priceBookId: PriceBookId | null;
}

/** By primary key. The row is held: until the transaction ends nobody deletes or merges it. */
const SELLING_ACCOUNT = sql(`
  select a.id, a.name, coalesce(a.billing_email, a.email) as email, a.billing_address as address,
    a.shipping_address as "shippingAddress",
    coalesce(a.tax_registration, l.gstin, l.vat, l.ein) as "taxRegistration",
    a.buyer_kind as "buyerKind",
    l.id as "ledgerAccountId", l.default_currency as currency, l.credit_days as "creditDays",
    l.default_price_book_id as "priceBookId", l.payment_terms as "paymentTerms",
    ${SAID_OF_DOCUMENTS},
    a.status = 'active' as active
  from crm.account a
  join crm.ledger_account l on l.company_id = $1 and l.account_id = a.id
  where a.company_id = $1 and a.id = $2 and a.deleted_at is null for key share of a`);

/** The customer that something is sold to; undefined where there is none. */
export function holdSellingAccount(tx: Tx, id: AccountId): Promise<SellingAccount | undefined> {
  return tx.maybe<SellingAccount>(SELLING_ACCOUNT, [tx.ctx.companyId, id]);
}

/** By primary key. */
const SHIPPING_ADDRESS = sql(`
  select a.shipping_address as "shippingAddress" from crm.account a
  where a.company_id = $1 and a.id = $2 and a.deleted_at is null`);

/** Where goods go that are sold to an account, unless the sale says otherwise; null without one. */
export async function findShippingAddress(tx: Tx, id: AccountId): Promise<PostalAddress | null> {
  const params = [tx.ctx.companyId, id];
  const found = await tx.maybe<Pick<SellingAccount, 'shippingAddress'>>(SHIPPING_ADDRESS, params);
  return found?.shippingAddress ?? null;
}

/** By primary key. */
const NAMED = `select 1 from crm.account a where a.company_id = $1 and a.id = $2`;

/**
 * That a sale may say it is one to an account: what lies beyond somebody's records is pointed at by
 * nothing of theirs, as it is not there for them. Whoever has no right to view accounts at all is
 * about sales alone, as an API key of a shop is, and names them by their ids.
 * @throws DomainError validation_failed
 */
export async function requireNamedAccount(tx: Tx, id: AccountId): Promise<void> {
  if (!tx.ctx.permissions.can('accounts', 'view')) return;
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = rowScope.owned(tx.ctx, 'accounts', 'a', bind, 'view');
  if (scope === null || (await tx.maybe(sql(`${NAMED} and ${scope}`), params))) return;
  throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
}

/** Whom and what a sale is about, beside its account. */
export interface SaleParties {
  readonly contactId: Id<'contact'> | null;
  readonly dealId: Id<'deal'> | null;
  readonly partnerId: Id<'ledger-account'> | null;
  /** Of the company’s own people. */
  readonly ownerId: UserId | null;
}

/** Nobody and nothing beside the account. */
export const NO_PARTIES: SaleParties = {
  contactId: null,
  dealId: null,
  partnerId: null,
  ownerId: null,
};

const PARTY_NAMES = ['contactId', 'dealId', 'partnerId', 'ownerId'] as const;

/** By primary keys. */
const PARTIES = sql(`
  select
    (select c.account_id = $2 from crm.contact c
      where c.company_id = $1 and c.id = $3 and c.deleted_at is null) as "contactId",
    (select d.account_id = $2 from crm.deal d
      where d.company_id = $1 and d.id = $4 and d.deleted_at is null) as "dealId",
    (select p.kind = 'partner' from crm.ledger_account p
      where p.company_id = $1 and p.id = $5 and p.deleted_at is null) as "partnerId",
    (select true from identity.pub_user u
      where u.company_id = $1 and u.id = $6) as "ownerId"`);

/**
 * A contact and a deal of a sale are those of its account, a partner is one, and its owner is one
 * of the company’s own people.
 * @throws DomainError validation_failed naming each that is not there
 */
export async function requireSaleParties(
  tx: Tx,
  accountId: AccountId,
  parties: SaleParties,
): Promise<void> {
  const { contactId, dealId, partnerId, ownerId } = parties;
  const named = [contactId, dealId, partnerId, ownerId];
  if (named.every((id) => id === null)) return;
  const params = [tx.ctx.companyId, accountId, ...named];
  const found = await tx.one<Record<keyof SaleParties, boolean | null>>(PARTIES, params);
  const errors = PARTY_NAMES.flatMap((name): FieldError[] => {
    if (parties[name] === null || found[name] === true) return [];
    const message =
      found[name] === null ? 'There is no such record.' : 'It does not belong to the account.';
    return [{ pointer: `/${name}`, code: 'reference_not_found', message }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}

/** Which of what a sale names beside its account a role may reach some of. */
const REACHED_PARTIES = [
  { name: 'contactId', resource: 'contacts', table: 'crm.contact', words: 'contact' },
  { name: 'dealId', resource: 'deals', table: 'crm.deal', words: 'deal' },
  {
    name: 'partnerId',
    resource: 'ledger-accounts',
    table: 'crm.ledger_account',
    words: 'ledger account',
  },
] as const;

/**
 * What the guard of records asks of a body, of parties that a file names: what is beyond the scope
 * is refused as what is not there. Whoever reaches all is asked nothing, as is whoever may not look
 * at such records at all. By primary keys.
 * @throws DomainError validation_failed naming each that is not within reach
 */
export async function requireReachedParties(
  tx: Tx,
  parties: Partial<Pick<SaleParties, 'contactId' | 'dealId' | 'partnerId'>>,
): Promise<void> {
  const { permissions } = tx.ctx;
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const asked = REACHED_PARTIES.flatMap(({ name, resource, table, words }) => {
    const id = parties[name] ?? null;
    const scope = permissions.can(resource, 'view') ? permissions.scope(resource, 'view') : 'all';
    if (id === null || scope === 'all') return [];
    const within = reach.within(tx.ctx, scope, { ways: [[]], alias: 't' }, bind);
    const found = `exists (select from ${table} t
      where t.company_id = $1 and t.id = ${bind(id)} and ${within}) as "${name}"`;
    return [{ name, words, found }];
  });
  if (asked.length === 0) return;
  const text = `select ${asked.map(({ found }) => found).join(', ')}`;
  const found = await tx.one<Record<string, boolean>>(text, params);
  const errors = asked
    .filter(({ name }) => found[name] !== true)
    .map(({ name, words }): FieldError => {
      return {
        pointer: `/${name}`,
        code: 'reference_not_found',
        message: `There is no such ${words}.`,
      };
    });
  if (errors.length > 0) throw invalidFields(errors);
}

/** By primary key. */
const CONTACT_EMAIL = sql(`
  select email from crm.contact where company_id = $1 and id = $2 and deleted_at is null`);

/** By primary key. */
const CONTACT_EMAILS = sql(`select id, email from crm.contact
  where company_id = $1 and id = any($2::uuid[]) and email is not null and deleted_at is null`);

/** Where contacts are written to; those that have no address, or are gone, are left out. */
export async function findContactEmails(
  tx: Tx,
  ids: readonly Id<'contact'>[],
): Promise<ReadonlyMap<Id<'contact'>, string>> {
  if (ids.length === 0) return new Map();
  const params = [tx.ctx.companyId, [...new Set(ids)]];
  const rows = await tx.rows<{ id: Id<'contact'>; email: string }>(CONTACT_EMAILS, params);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Where a contact is written to; null where there is none, or no such contact any more. */
export async function findContactEmail(tx: Tx, id: Id<'contact'>): Promise<string | null> {
  const found = await tx.maybe<{ email: string | null }>(CONTACT_EMAIL, [tx.ctx.companyId, id]);
  return found?.email ?? null;
}
