import { sql, violates, type Tx } from '@quittance/database';
import { notFound, type Instant, type UserId } from '@quittance/kernel';
import { emailTaken } from '../identity.errors.js';
import { openDevices } from '../devices/known-device.js';
import { StaffUserRow } from './user.entity.js';

/** A staff user without anything secret. */
export interface StaffUser {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly team: string | null;
  readonly managerId: UserId | null;
  /** In which they are written to; null: that of the company's documents. */
  readonly language: string | null;
  readonly active: boolean;
  readonly hasPassword: boolean;
  readonly lockedUntil: Instant | null;
  readonly lastSignInAt: Instant | null;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const COLUMNS = `id, email, name, team, manager_id as "managerId", language, active,
  password_hash is not null as "hasPassword",
  case when locked_until > now() then locked_until end as "lockedUntil",
  last_sign_in_at as "lastSignInAt", version, created_at as "createdAt", updated_at as "updatedAt"`;

const FIND_BY_ID = sql(
  `select ${COLUMNS} from identity.staff_user where company_id = $1 and id = $2`,
);
const LOCK_BY_ID = sql(
  `select ${COLUMNS} from identity.staff_user where company_id = $1 and id = $2 for update`,
);
/** What only refers to a user waits for nothing but their deletion. */
const HOLD = sql(`
  select id from identity.staff_user where company_id = $1 and id = any($2::uuid[])
  order by id for key share`);
const FIND_BY_EMAIL = sql(
  `select ${COLUMNS} from identity.staff_user where company_id = $1 and email = $2`,
);
/** A new password also opens a locked account, by primary key. */
const SET_PASSWORD = sql(`
  update identity.staff_user set password_hash = $3, failures = 0, locked_until = null,
    tries_in_lock = 0, version = version + 1, updated_at = $4
  where company_id = $1 and id = $2`);
const UNLOCK = sql(`
  update identity.staff_user set failures = 0, locked_until = null, tries_in_lock = 0,
    version = version + 1, updated_at = $3
  where company_id = $1 and id = $2`);

export function findUser(tx: Tx, id: UserId): Promise<StaffUser | undefined> {
  return tx.maybe<StaffUser>(FIND_BY_ID, [tx.ctx.companyId, id]);
}

/** The user, locked until the end of the transaction. @throws DomainError not_found */
export async function lockUser(tx: Tx, id: UserId): Promise<StaffUser> {
  const user = await tx.maybe<StaffUser>(LOCK_BY_ID, [tx.ctx.companyId, id]);
  if (!user) throw notFound({ object: 'user' });
  return user;
}

/** Those of the ids that are users, held against their deletion until the transaction ends. */
export async function holdUsers(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(HOLD, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}

export function findUserByEmail(tx: Tx, email: string): Promise<StaffUser | undefined> {
  return tx.maybe<StaffUser>(FIND_BY_EMAIL, [tx.ctx.companyId, email.trim().toLowerCase()]);
}

export interface NewUser {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly team: string | null;
  readonly managerId?: UserId | null;
  readonly language?: string | null;
  readonly passwordHash: string | null;
}

/** @throws DomainError email_taken */
export async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  const { companyId, now } = tx.ctx;
  const row = {
    managerId: null,
    language: null,
    ...user,
    companyId,
    active: true,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await refuseTakenEmail(user.email, tx.insert(StaffUserRow, row));
}

/**
 * Changes what an administrator may change; the row must be locked. @throws DomainError email_taken
 */
export async function updateUser(
  tx: Tx,
  user: StaffUser,
  patch: Partial<Pick<StaffUser, 'email' | 'name' | 'team' | 'managerId' | 'language' | 'active'>>,
): Promise<void> {
  const changes = { ...patch, version: user.version + 1, updatedAt: tx.ctx.now };
  const updated = tx.update(StaffUserRow, { id: user.id }, changes);
  await refuseTakenEmail(patch.email ?? user.email, updated);
}

export async function setPasswordHash(tx: Tx, id: UserId, hash: string): Promise<void> {
  await tx.run(SET_PASSWORD, [tx.ctx.companyId, id, hash, tx.ctx.now]);
}

/** Forgets the failures of an account, those of its known devices too. */
export async function openAccount(tx: Tx, id: UserId): Promise<void> {
  await Promise.all([tx.run(UNLOCK, [tx.ctx.companyId, id, tx.ctx.now]), openDevices(tx, id)]);
}

async function refuseTakenEmail(email: string, written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (violates(error, 'staff_user_email_key')) throw emailTaken({ email });
    throw error;
  }
}
