import type { DocumentLanguage } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { mailAddress } from '@quittance/notifications';
import type { SendEmail } from '../rules/rule.js';

/** People of a role that one e-mail goes to. */
const MOST_OF_ROLE = 50;
/** Whoever the record belongs to. */
export const RECORD_OWNER = 'owner';
/** Before the name of one. */
export const ROLE = 'role:';

const ADDRESSES: ReadonlySet<string> = new Set(['email', 'text', 'formula']);

const PERSON = sql(`
  select u.email, u.language from identity.pub_user u
  where u.company_id = $1 and u.email = lower($2) and u.active`);
const BY_ID = sql(`
  select u.email, u.language from identity.pub_user u
  where u.company_id = $1 and u.id = $2 and u.active`);
const ROLE_ID = sql(`
  select r.id from access.pub_role r where r.company_id = $1 and lower(r.name) = lower($2)`);
const OF_ROLE = sql(`
  select u.email, u.language from access.pub_role r
  join access.pub_role_holder h on h.company_id = $1 and h.role_id = r.id
  join identity.pub_user u on u.company_id = $1 and u.id = h.user_id and u.active
  where r.company_id = $1 and lower(r.name) = lower($2) order by u.id limit ${MOST_OF_ROLE}`);

/**
 * A rule writes to whom the record names and to whom works here: an address that somebody makes up
 * would let a company send anything to anybody. One that rests may wait for a colleague to come.
 */
export async function checkRecipient(
  tx: Tx,
  { object, active }: { readonly object: CompanyObject; readonly active: boolean },
  { to }: SendEmail,
  pointer: string,
): Promise<readonly FieldError[]> {
  const at = `${pointer}/to`;
  const field = object.fields.get(to);
  if (field && ADDRESSES.has(field.type)) return [];
  const words =
    'must be a field of the record that holds an address, `owner`, the address of somebody who ' +
    'works here, or `role:` and the name of a role';
  return checkPerson(tx, { object, active }, to, { at, words });
}

/** The same of somebody who works here. */
export async function checkPerson(
  tx: Tx,
  { object, active }: { readonly object: CompanyObject; readonly active: boolean },
  to: string,
  { at, words }: { readonly at: string; readonly words: string },
): Promise<readonly FieldError[]> {
  if (to === RECORD_OWNER && object.owned) return [];
  const { companyId } = tx.ctx;
  if (to.startsWith(ROLE)) {
    if (await tx.maybe(ROLE_ID, [companyId, to.slice(ROLE.length).trim()])) return [];
    return [{ pointer: at, code: 'reference_not_found', message: 'There is no such role.' }];
  }
  const address = mailAddress(to);
  if (address !== undefined && !active) return [];
  if (address !== undefined && (await tx.maybe(PERSON, [companyId, address]))) return [];
  const code = address === undefined ? 'format' : 'reference_not_found';
  return [{ pointer: at, code, message: words }];
}

/** Whether an e-mail goes to people whom no field of the record names. */
export function namesPeople({ to }: SendEmail): boolean {
  return to === RECORD_OWNER || to.startsWith(ROLE) || mailAddress(to) !== undefined;
}

/** Whom an e-mail goes to. */
export interface Recipient {
  readonly email: string;
  /** That of whoever works here; null: that of the company's documents. */
  readonly language: DocumentLanguage | null;
}

/** Whom an e-mail about a record goes to, each once; nobody where there is nobody. */
export async function recipientsOf(
  tx: Tx,
  object: CompanyObject,
  record: FieldValues,
  { to }: SendEmail,
): Promise<readonly Recipient[]> {
  if (!object.fields.has(to)) return tx.rows<Recipient>(...asked(tx, record, to));
  const email = record[to];
  if (typeof email !== 'string') return [];
  const colleague = await tx.maybe<Recipient>(PERSON, [tx.ctx.companyId, email]);
  return [{ email, language: colleague?.language ?? null }];
}

function asked({ ctx: { companyId } }: Tx, record: FieldValues, to: string) {
  if (to === RECORD_OWNER) return [BY_ID, [companyId, record.ownerId ?? null]] as const;
  if (to.startsWith(ROLE)) return [OF_ROLE, [companyId, to.slice(ROLE.length).trim()]] as const;
  return [PERSON, [companyId, to]] as const;
}
