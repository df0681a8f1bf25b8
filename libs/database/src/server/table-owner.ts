import { Client } from 'pg';
import { MIGRATION_TABLE } from './data-source.js';

/** Before the first migration the owner is whoever may make the tables. */
const LOOK_AT_OWNER = `
  select session_user as login, made.relowner is not null as made,
    coalesce(pg_has_role(session_user, made.relowner, 'usage'),
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege('public', 'create')) as owns
  from (values (1)) one left join pg_class made on made.oid = to_regclass($1)`;

interface OwnerRow {
  readonly login: string;
  readonly made: boolean;
  readonly owns: boolean;
}

/** Why a login cannot work as the owner of the tables: `clerk, who does not own the tables`. */
export async function notTheOwner(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<OwnerRow>(LOOK_AT_OWNER, [MIGRATION_TABLE]);
    const [row] = rows;
    if (!row || row.owns) return undefined;
    return `${row.login}, who ${row.made ? 'does not own' : 'may not make'} the tables`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
