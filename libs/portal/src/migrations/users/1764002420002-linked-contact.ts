import { ForwardMigration, createDoor } from '@quittance/database';
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

/** Who a user is, up to the lock that keeps them out. */
const COLUMNS = `portal_user_id uuid, credential_id uuid, directory text, party_id uuid,
  party_name text, email text, name text, role text, access_level text, rights boolean[],
  approval_limit bigint, limit_currency text, limit_period text, contact_id uuid,
  active boolean, verified boolean, locked_until timestamptz, party_active boolean,
  live boolean, metadata_version integer, now timestamptz`;

/** A contact that was deleted, or is another account's by now, is nobody of the party. */
const USER = `u.id, k.id, u.directory, coalesce(u.account_id, u.ledger_account_id),
  coalesce(a.name, l.name), k.email, u.name, u.role, u.access_level,
  array[${RIGHTS.map((right) => `u.${right}`).join(', ')}],
  u.approval_limit, u.currency, u.limit_period, o.id,
  u.active, u.verified_at is not null`;

/** Of a user `u`. */
const PARTY = `
  left join crm.pub_customer a on a.company_id = u.company_id and a.id = u.account_id
  left join crm.pub_trading_partner l
    on l.company_id = u.company_id and l.id = u.ledger_account_id
  left join crm.pub_contact o on o.company_id = u.company_id and o.id = u.contact_id
    and o.account_id = u.account_id`;

/** When a lock by guessing began: it lasts a quarter of an hour. */
const began = (table: string) => `${table}.locked_until - interval '15 minutes'`;

/**
 * A lock that a person set keeps everybody out. One by guessing, of strangers or of the device that
 * the session runs on, keeps those out who were in when it began: who has signed in since has shown
 * that they know the password, on a device that counts by itself.
 */
const ACTOR = `select ${USER},
    greatest(
      case when u.locked_until > now() then u.locked_until end,
      case when coalesce(s.lock_ends_sessions, true) and k.locked_until > now()
        and f.created_at <= ${began('k')} then k.locked_until end,
      case when coalesce(s.lock_ends_sessions, true) and d.locked_until > now()
        and f.created_at <= ${began('d')} then d.locked_until end),
    coalesce(a.active, l.active, false),
    f.revoked_at is null and f.expires_at > now(), c.metadata_version, now()
  from company.pub_company c
  join portal.refresh_family f on f.company_id = c.id and f.id = wanted_session
  join portal.portal_user u on u.company_id = f.company_id and u.id = f.portal_user_id
  join portal.credential k on k.company_id = u.company_id and k.id = u.credential_id
  left join portal.known_device d on d.company_id = f.company_id and d.id = f.device_id
  left join identity.pub_directory s on s.company_id = u.company_id and s.audience = u.directory
  ${PARTY}
  where c.id = wanted_company and c.active`;

/**
 * As the door of actors, but beginning at a view. A lock keeps the user out, and nobody who helps
 * them.
 */
const VIEWED_ACTOR = `select ${USER}, null::timestamptz,
    coalesce(a.active, l.active, false),
    f.began_at is not null and f.ended_at is null and f.ends_at > now(), c.metadata_version, now(),
    f.staff_id
  from company.pub_company c
  join portal.view_as_session f on f.company_id = c.id and f.id = wanted_session
  join portal.portal_user u on u.company_id = f.company_id and u.id = f.portal_user_id
  join portal.credential k on k.company_id = u.company_id and k.id = u.credential_id
  ${PARTY}
  where c.id = wanted_company and c.active`;

/** A user is the contact that they were linked to while that is one of the party. */
export class LinkedContact1764002420002 extends ForwardMigration {
  name = 'LinkedContact1764002420002';

  async up(runner: QueryRunner): Promise<void> {
    const stays = { plansStay: true, replaces: true };
    await createDoor(
      runner,
      'portal.door_actor(wanted_company uuid, wanted_session uuid)',
      `table (${COLUMNS})`,
      { query: ACTOR, ...stays },
    );
    await createDoor(
      runner,
      'portal.door_viewed_actor(wanted_company uuid, wanted_session uuid)',
      `table (${COLUMNS}, staff_id uuid)`,
      { query: VIEWED_ACTOR, ...stays },
    );
  }
}
