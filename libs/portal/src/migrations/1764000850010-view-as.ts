import { ForwardMigration, createCompanyTable, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** The rights, in the order in which the doors of actors answer them. */
const RIGHTS = [
  'create_quotes',
  'see_pricing',
  'see_all_quotes',
  'approve_quotes',
  'place_orders',
  'view_orders',
  'view_invoices',
];

/** Staff who look at a portal as one of its users: by a code of theirs, for a while, read only. */
export class ViewAs1764000850010 extends ForwardMigration {
  name = 'ViewAs1764000850010';

  async up(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.view_as_session',
      `id uuid not null,
       portal_user_id uuid not null,
       staff_id uuid not null,
       staff_name text not null,
       reason text not null,
       code_hash bytea not null,
       created_at timestamptz not null,
       code_expires_at timestamptz not null,
       began_at timestamptz,
       ends_at timestamptz,
       ended_at timestamptz,
       primary key (company_id, id),
       constraint view_as_session_code_key unique (company_id, code_hash),
       constraint view_as_session_began_check check ((began_at is null) = (ends_at is null))`,
    );
    await runner.query(`alter table portal.view_as_session
      add constraint view_as_session_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id)`);
    await runner.query(`create index view_as_session_user_index
      on portal.view_as_session (company_id, portal_user_id)`);
    await runner.query(`create index view_as_session_list_index
      on portal.view_as_session (company_id, created_at desc, id)`);
    await createDoor(
      runner,
      'portal.door_viewed_actor(wanted_company uuid, wanted_session uuid)',
      `table (portal_user_id uuid, credential_id uuid, directory text, party_id uuid,
         party_name text, email text, name text, role text, access_level text, rights boolean[],
         approval_limit bigint, limit_currency text, limit_period text, contact_id uuid,
         active boolean, verified boolean, locked_until timestamptz, party_active boolean,
         live boolean, metadata_version integer, now timestamptz, staff_id uuid)`,
      { query: VIEWED_ACTOR, plansStay: true },
    );
  }
}

/**
 * As the door of actors, but beginning at a view. A lock keeps the user out, and nobody who helps
 * them.
 */
const VIEWED_ACTOR = `select u.id, k.id, u.directory, coalesce(u.account_id, u.ledger_account_id),
    coalesce(a.name, l.name), k.email, u.name, u.role, u.access_level,
    array[${RIGHTS.map((right) => `u.${right}`).join(', ')}],
    u.approval_limit, u.currency, u.limit_period, u.contact_id,
    u.active, u.verified_at is not null, null::timestamptz,
    coalesce(a.active, l.active, false),
    f.began_at is not null and f.ended_at is null and f.ends_at > now(), c.metadata_version, now(),
    f.staff_id
  from company.pub_company c
  join portal.view_as_session f on f.company_id = c.id and f.id = wanted_session
  join portal.portal_user u on u.company_id = f.company_id and u.id = f.portal_user_id
  join portal.credential k on k.company_id = u.company_id and k.id = u.credential_id
  left join crm.pub_customer a on a.company_id = u.company_id and a.id = u.account_id
  left join crm.pub_trading_partner l
    on l.company_id = u.company_id and l.id = u.ledger_account_id
  where c.id = wanted_company and c.active`;
