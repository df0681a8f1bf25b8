import { reach } from '@quittance/access';
import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { ofPartner } from '../partner-reach.js';
import type { EndCustomer } from '../customers/end-customer.js';
import {
  registrationNoun,
  dealRegistrationView,
  type PartnerId,
  type Registration,
  type RegistrationId,
} from './deal-registration.js';
import type { Rival } from './rivals.js';

const { rows, store } = registrationNoun;
const FIND = sql(`
  select ${rows.select('r')} from partner.deal_registration r
  where r.company_id = $1 and r.id = $2`);
const LOCK = sql(`${FIND.text} for no key update`);

/** @throws DomainError not_found */
export async function readRegistration(tx: Tx, id: RegistrationId): Promise<Registration> {
  const found = await tx.maybe<Registration>(FIND, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'deal registration' });
  return found;
}

/** @throws DomainError not_found */
export async function lockRegistration(tx: Tx, id: RegistrationId): Promise<Registration> {
  const found = await tx.maybe<Registration>(LOCK, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'deal registration' });
  return found;
}

const RIVAL = `
  select r.id, r.partner_id as "partnerId", r.portal_user_id as "portalUserId", r.status,
    r.end_customer as "endCustomer", r.submitted_at as "submittedAt",
    r.protected_until as "protectedUntil",
    coalesce(d.status = 'open' and d.deleted_at is null, false) as "dealOpen"
  from partner.deal_registration r
  left join crm.pub_deal d on d.company_id = $1 and d.id = r.deal_id
  where r.company_id = $1 and r.status in ('submitted', 'under_review', 'approved', 'converted')`;

/** By registration_key_index. */
const BY_KEYS = sql(`${RIVAL} and r.id in (
    select k.registration_id from partner.registration_key k
    where k.company_id = $1 and k.key = any($2::text[]))
  order by r.created_at, r.id`);

/** By deal_registration_standing_index: names are compared by nothing that an index knows. */
const STANDING = sql(`${RIVAL} order by r.created_at desc, r.id desc limit $2`);

/** Registrations that stand and share one of these keys. */
export function standingByKeys(tx: Tx, keys: readonly string[]): Promise<Rival[]> {
  return tx.rows<Rival>(BY_KEYS, [tx.ctx.companyId, keys]);
}

/** So many of the newest registrations that stand. */
export function newestStanding(tx: Tx, most: number): Promise<Rival[]> {
  return tx.rows<Rival>(STANDING, [tx.ctx.companyId, most]);
}

const HOLD_KEYS = sql(`
  insert into partner.match_key (company_id, key)
  select k.id, n.key from company.pub_company k
  cross join (select unnest($2::text[]) as key) as n
  where k.id = $1::uuid on conflict (company_id, key) do nothing`);
const LOCK_KEYS = sql(`
  select key from partner.match_key where company_id = $1 and key = any($2::text[])
  order by key for update`);

/**
 * Holds the keys of an end customer until the transaction ends: of two who decide about one end
 * customer the second sees what the first has done.
 * @param keys in order, as `matchKeys` has them
 */
export async function holdKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  const params = [tx.ctx.companyId, keys];
  await tx.run(HOLD_KEYS, params);
  await tx.run(LOCK_KEYS, params);
}

const DROP_KEYS = sql(`
  delete from partner.registration_key where company_id = $1 and registration_id = $2`);
const ADD_KEYS = sql(`
  insert into partner.registration_key (company_id, registration_id, key)
  select k.id, $2::uuid, n.key from company.pub_company k
  cross join (select unnest($3::text[]) as key) as n where k.id = $1::uuid`);

/** Says by which keys a registration is found. They are held. */
export async function storeMatchKeys(
  tx: Tx,
  id: RegistrationId,
  keys: readonly string[],
): Promise<void> {
  await tx.run(DROP_KEYS, [tx.ctx.companyId, id]);
  await tx.run(ADD_KEYS, [tx.ctx.companyId, id, keys]);
}

/** Whether there is such a partner, of whom the caller reaches what is of the resource. */
export async function isPartner(
  tx: Tx,
  id: PartnerId,
  resource: 'deal-registrations' | 'commissions',
): Promise<boolean> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const within = reach.rows(tx.ctx, ofPartner(resource, 'id'), 'l', bind) ?? 'true';
  const text = `
    select 1 from crm.pub_ledger_account l
    where l.company_id = $1 and l.id = $2 and l.kind = 'partner' and l.deleted_at is null
      and ${within}`;
  return (await tx.maybe(text, params)) !== undefined;
}

/** What happened to a registration and is announced. */
const TOLD = [
  'deal_registration.submitted',
  'deal_registration.returned',
  'deal_registration.approved',
  'deal_registration.rejected',
  'deal_registration.extended',
  'deal_registration.converted',
  'deal_registration.expired',
  'deal_registration.withdrawn',
] as const;
type Told = (typeof TOLD)[number];
/** What only the log has. */
type Logged =
  | 'deal_registration.created'
  | 'deal_registration.updated'
  | 'deal_registration.review_started'
  | 'deal_registration.extension_requested';

export function insertRegistration(tx: Tx, row: Registration, today: LocalDate): void {
  tx.later(rows.insert(tx, [row]));
  tell(tx, 'deal_registration.created', today, row);
}

/** Stores what became of a locked registration, and tells it. */
export function storeRegistration(
  tx: Tx,
  type: Told | Logged,
  before: Registration,
  change: Partial<Registration>,
  today: LocalDate,
): Registration {
  const after = { ...before, ...change, version: before.version + 1, updatedAt: tx.ctx.now };
  tx.later(store(tx, after));
  tell(tx, type, today, after, before);
  return after;
}

const DELETE = sql(`
  delete from partner.deal_registration where company_id = $1 and id = $2`);

/** Takes away one that nobody was shown. */
export async function deleteRegistration(tx: Tx, row: Registration): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, row.id]);
  const about = { object: 'deal-registration', recordId: row.id };
  audit(tx, { action: 'deal_registration.deleted', ...about, before: { status: row.status } });
}

function tell(
  tx: Tx,
  type: Told | Logged,
  today: LocalDate,
  after: Registration,
  before?: Registration,
): void {
  const about = { object: 'deal-registration', recordId: after.id } as const;
  const data = dealRegistrationView(after, today);
  if (isTold(type)) emit(tx, { type, ...about, data });
  const was = before ? { before: { ...dealRegistrationView(before, today) } } : {};
  audit(tx, { action: type, ...about, ...was, after: { ...data } });
}

function isTold(type: Told | Logged): type is Told {
  return TOLD.some((told) => told === type);
}

/** What is said of an end customer, with null wherever nothing is. */
export function wholeCustomer(said: Partial<EndCustomer> & Pick<EndCustomer, 'name' | 'country'>) {
  const { name, country } = said;
  const of = (name: keyof EndCustomer): string | null => said[name]?.trim() || null;
  return {
    name: name.trim(),
    country,
    taxNumber: of('taxNumber'),
    website: of('website'),
    email: of('email'),
    street: of('street'),
    postalCode: of('postalCode'),
    city: of('city'),
  } satisfies EndCustomer;
}
