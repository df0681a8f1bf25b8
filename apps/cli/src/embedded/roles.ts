import type { Client } from 'pg';
import { APP_ROLE } from '@quittance/database';
import type { State } from './state.js';

/** Owns the database and its tables, and is no superuser. */
export const OWNER = 'quittance_owner';
/** The login of the applications: it owns nothing, and all it may do is become the app role. */
export const LOGIN = 'quittance';
export const DATABASE = 'quittance';

/** Makes the roles and the database, or brings what a killed start left behind to its end. */
export async function prepareRoles(admin: Client, state: State): Promise<void> {
  await ensureRole(admin, APP_ROLE, 'nologin');
  await ensureRole(admin, OWNER, `login password '${state.passwords.owner}'`);
  await ensureRole(admin, LOGIN, `login noinherit password '${state.passwords.app}'`);
  await admin.query(`grant ${APP_ROLE} to ${OWNER}, ${LOGIN}`);
  const known = await admin.query(`select 1 from pg_database where datname = $1`, [DATABASE]);
  if (known.rowCount === 0) await admin.query(`create database ${DATABASE} owner ${OWNER}`);
}

async function ensureRole(admin: Client, role: string, attributes: string): Promise<void> {
  const known = await admin.query(`select 1 from pg_roles where rolname = $1`, [role]);
  if (known.rowCount === 0) await admin.query(`create role ${role} nosuperuser ${attributes}`);
}
