import type { Client } from 'pg';

/** What a login could do that would undo the separation of companies. */
interface LoginRow {
  readonly login: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly makesRoles: boolean;
  readonly owns: boolean;
  readonly owner: string | null;
  readonly stronger: string | null;
}

/**
 * Of who signed in, whatever role they have become since. Whoever owns the database owns its tables
 * as soon as there are any; `$1` names further owners that own nothing yet.
 */
const LOOK_AT_LOGIN = `
  with owners as (
    select c.relowner as id from pg_class c where c.relrowsecurity and c.relkind in ('r', 'p')
    union select d.datdba from pg_database d where d.datname = current_database()
    union select o.oid from pg_roles o where o.rolname = any ($1::text[]))
  select me.rolname as login, me.rolsuper as superuser, me.rolbypassrls as bypasses,
    me.rolcreaterole as "makesRoles",
    exists (select from owners o where o.id = me.oid) as owns,
    (select min(o.id::regrole::text) from owners o
     where o.id <> me.oid and pg_has_role(me.oid, o.id, 'member')) as owner,
    (select min(r.rolname) from pg_roles r
     where (r.rolsuper or r.rolbypassrls) and r.oid <> me.oid
       and pg_has_role(me.oid, r.oid, 'member')) as stronger
  from pg_roles me where me.rolname = session_user`;

/**
 * Why a session's login is too strong to work with, as one sentence; undefined when it is not. What
 * the application may do is decided by the role that it becomes, and one `reset role` leads back to
 * the login.
 */
export async function strongLogin(
  session: Pick<Client, 'query'>,
  owners: readonly string[] = [],
): Promise<string | undefined> {
  const { rows } = await session.query<LoginRow>(LOOK_AT_LOGIN, [owners]);
  const [row] = rows;
  const faults = row ? faultsOf(row) : [];
  if (!row || faults.length === 0) return undefined;
  return (
    `DATABASE_URL signs in as ${row.login}, who ${faults.join(' and ')}. What keeps companies ` +
    'apart would not bind that login: give the processes one that owns nothing (see ' +
    'docs/operations.md).'
  );
}

function faultsOf(row: LoginRow): string[] {
  if (row.superuser) return ['is a superuser'];
  const faults = [];
  if (row.bypasses) faults.push('bypasses row-level security');
  if (row.makesRoles) faults.push('may make roles and give them to itself');
  if (row.owns) faults.push('owns the tables');
  if (row.owner !== null) faults.push(`may become ${row.owner}, who owns the tables`);
  if (row.stronger !== null) faults.push(`may become ${row.stronger}, who is bound by nothing`);
  return faults;
}
