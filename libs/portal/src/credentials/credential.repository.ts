import { sql, violates, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { CredentialId, PortalDirectory } from '../actors/portal-actor.js';
import { portalUserTaken } from '../portal.errors.js';
import { endSessionsOfCredential } from '../sessions/portal-session.js';
import { removeFactor } from '../mfa/mfa.repository.js';
import { endSteps } from '../sign-in/sign-in-steps.js';
import { portalDevices } from './portal-tables.js';
import { endResets } from './secret-link.js';

/** Whose password it is, without anything secret. */
export interface Credential {
  readonly id: CredentialId;
  readonly email: string;
  readonly username: string | null;
  readonly hasPassword: boolean;
}

const COLUMNS = `id, email, username, password_hash is not null as "hasPassword"`;

const FIND = sql(`
  select ${COLUMNS} from portal.credential
  where company_id = $1 and directory = $2 and email = $3 for update`);
const LOCK = sql(`
  select ${COLUMNS} from portal.credential where company_id = $1 and id = $2 for update`);
/** By credential_email_key and credential_username_key. */
const KNOWN = sql(`
  select 1 from portal.credential
  where company_id = $1 and directory = $2 and (email = $3 or username = $4) limit 1`);
const INSERT = sql(`
  insert into portal.credential (company_id, id, directory, email, username, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6)`);
const SET_USERNAME = sql(`
  update portal.credential set username = $3, updated_at = $4 where company_id = $1 and id = $2`);
/** What the address before knew is nothing to the one that comes. */
const SET_EMAIL = sql(`
  update portal.credential set email = $3, password_hash = null, failures = 0,
    locked_until = null, tries_in_lock = 0, updated_at = $4
  where company_id = $1 and id = $2`);
const SET_PASSWORD = sql(`
  update portal.credential set password_hash = $3, failures = 0, locked_until = null,
    tries_in_lock = 0, updated_at = $4
  where company_id = $1 and id = $2`);
const OPEN = sql(`
  update portal.credential set failures = 0, locked_until = null, tries_in_lock = 0,
    updated_at = $3
  where company_id = $1 and id = $2`);

/** The credential, locked until the transaction ends. */
export function lockCredential(tx: Tx, id: CredentialId): Promise<Credential> {
  return tx.one<Credential>(LOCK, [tx.ctx.companyId, id]);
}

/** What makes one of a directory: an address, and a name that stands for it. */
export interface Named {
  readonly email: string;
  readonly username?: string | null | undefined;
}

/**
 * The credential of an address, locked; a new one without a password where there is none. Nothing
 * joins directories or companies. @throws DomainError portal_user_taken
 */
export async function credentialOf(
  tx: Tx,
  directory: PortalDirectory,
  { email, username = null }: Named,
): Promise<Credential> {
  const { companyId, now } = tx.ctx;
  const address = email.trim().toLowerCase();
  const alias = username?.trim().toLowerCase() ?? null;
  const found = await tx.maybe<Credential>(FIND, [companyId, directory, address]);
  if (found) {
    if (alias !== null && alias !== found.username) throw portalUserTaken();
    return found;
  }
  const id = newId<'portal-credential'>();
  await refuseTaken(tx.run(INSERT, [companyId, id, directory, address, alias, now]));
  return { id, email: address, username: alias, hasPassword: false };
}

/**
 * The name that an address is given with its credential; null where either is known already, so
 * that whoever asks learns of neither whether it is somebody's.
 */
export async function nameOfNew(
  tx: Tx,
  directory: PortalDirectory,
  { email, username = null }: Named,
): Promise<string | null> {
  if (username === null) return null;
  const either = [email, username].map((each) => each.trim().toLowerCase());
  const known = await tx.maybe(KNOWN, [tx.ctx.companyId, directory, ...either]);
  return known ? null : username;
}

/** @throws DomainError portal_user_taken */
export async function setUsername(tx: Tx, id: CredentialId, name: string | null): Promise<void> {
  const alias = name?.trim().toLowerCase() ?? null;
  await refuseTaken(tx.run(SET_USERNAME, [tx.ctx.companyId, id, alias, tx.ctx.now]));
}

/** Gives a credential another address, whose owner sets a password of their own. */
export async function setEmail(tx: Tx, id: CredentialId, email: string): Promise<void> {
  const address = email.trim().toLowerCase();
  await refuseTaken(tx.run(SET_EMAIL, [tx.ctx.companyId, id, address, tx.ctx.now]));
  await Promise.all([
    portalDevices.open(tx, id),
    removeFactor(tx, id),
    endSessionsOfCredential(tx, id, 'another e-mail'),
    endSteps(tx, id),
    endResets(tx, id),
  ]);
}

/**
 * Gives a locked credential another password: its sessions and the links to set one end with the
 * old one, and whatever failures have locked is open.
 */
export async function setPortalPassword(tx: Tx, id: CredentialId, hash: string): Promise<void> {
  await Promise.all([
    tx.run(SET_PASSWORD, [tx.ctx.companyId, id, hash, tx.ctx.now]),
    portalDevices.open(tx, id),
    endSessionsOfCredential(tx, id, 'password changed'),
    endSteps(tx, id),
    endResets(tx, id),
  ]);
}

/** The same while the session that asks goes on. */
export async function storePassword(tx: Tx, id: CredentialId, hash: string): Promise<void> {
  await Promise.all([
    tx.run(SET_PASSWORD, [tx.ctx.companyId, id, hash, tx.ctx.now]),
    endSteps(tx, id),
  ]);
}

/** Forgets the failures of a credential, those of its known devices too. */
export async function openCredential(tx: Tx, id: CredentialId): Promise<void> {
  await Promise.all([tx.run(OPEN, [tx.ctx.companyId, id, tx.ctx.now]), portalDevices.open(tx, id)]);
}

async function refuseTaken(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    const keys = ['credential_email_key', 'credential_username_key'];
    if (keys.some((key) => violates(error, key))) throw portalUserTaken();
    throw error;
  }
}
