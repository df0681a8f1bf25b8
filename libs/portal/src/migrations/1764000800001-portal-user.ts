import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import { decoys } from '@quittance/identity';
import type { QueryRunner } from 'typeorm';

/** The rights, in the order in which the door of actors answers them. */
const RIGHTS = [
  'create_quotes',
  'see_pricing',
  'see_all_quotes',
  'approve_quotes',
  'place_orders',
  'view_orders',
  'view_invoices',
];
const COUNT = `failures integer not null default 0,
       tries_in_lock integer not null default 0,
       locked_until timestamptz`;
const counted = (table: string) => `constraint ${table}_count_check
         check (failures between 0 and 5 and tries_in_lock between 0 and 5)`;

/**
 * Credentials of the portals and the users that are their members: of a party each, with rights of
 * their own. The decoys make an unknown name cost the same as a known one.
 */
export class PortalUser1764000800001 extends ForwardMigration {
  name = 'PortalUser1764000800001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'portal');
    await this.createCredentials(runner);
    await this.createUsers(runner);
    await this.createDevices(runner);
    await this.createSessions(runner);
    await this.createSteps(runner);
    await this.createLinks(runner);
    await this.createSettings(runner);
    await this.createDoors(runner);
    const ids = Array.from({ length: decoys.many }, (_, n) => decoys.idOf(n));
    await runner.query(
      `insert into portal.credential (company_id, id, directory, email, created_at, updated_at)
       select $1, d.id, 'customer', 'decoy-' || d.id, now(), now()
       from unnest($2::uuid[]) as d (id)`,
      [decoys.company, ids],
    );
  }

  private async createCredentials(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.credential',
      `id uuid not null,
       directory text not null,
       email text not null,
       username text,
       password_hash text,
       ${COUNT},
       last_failed_at timestamptz,
       last_sign_in_at timestamptz,
       last_user_id uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint credential_email_key unique (company_id, directory, email),
       constraint credential_username_key unique (company_id, directory, username),
       constraint credential_directory_key unique (company_id, id, directory),
       constraint credential_directory_check
         check (directory in ('customer', 'partner', 'vendor')),
       constraint credential_email_check check (email = lower(email)),
       constraint credential_username_check
         check (username = lower(username) and username !~ '@'),
       ${counted('credential')}`,
    );
    await runner.query(`alter table portal.credential set (fillfactor = 85)`);
    // Not led by the company: who signs in may name none.
    await runner.query(`create index credential_sign_in_index on portal.credential (email)`);
    await runner.query(`create index credential_alias_index on portal.credential (username)
      where username is not null`);
  }

  private async createUsers(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.portal_user',
      `id uuid not null,
       version integer not null default 1,
       directory text not null,
       credential_id uuid not null,
       account_id uuid,
       ledger_account_id uuid,
       contact_id uuid,
       name text not null,
       role text not null,
       access_level text not null,
       ${RIGHTS.map((right) => `${right} boolean not null`).join(',\n       ')},
       approval_limit bigint,
       currency text not null,
       limit_period text not null,
       locale text,
       time_zone text,
       theme text,
       active boolean not null default true,
       verified_at timestamptz,
       locked_until timestamptz,
       invited_at timestamptz,
       renewals integer not null default 0,
       last_sign_in_at timestamptz,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       primary key (company_id, id),
       constraint portal_user_account_key unique (company_id, credential_id, account_id),
       constraint portal_user_ledger_key unique (company_id, credential_id, ledger_account_id),
       constraint portal_user_party_check check (
         (directory = 'customer') = (account_id is not null)
         and (directory = 'customer') = (ledger_account_id is null)),
       constraint portal_user_contact_check check (contact_id is null or account_id is not null),
       constraint portal_user_role_check
         check (role in ('Admin', 'Buyer', 'Approver', 'Viewer')),
       constraint portal_user_level_check
         check (access_level in ('own', 'account', 'account_tree')),
       constraint portal_user_limit_check check (approval_limit >= 0),
       constraint portal_user_period_check
         check (limit_period in ('order', 'day', 'week', 'month', 'quarter', 'year')),
       constraint portal_user_renewals_check check (renewals between 0 and 3)`,
    );
    await runner.query(`alter table portal.portal_user
      add constraint portal_user_credential_fk
        foreign key (company_id, credential_id, directory)
        references portal.credential (company_id, id, directory),
      add constraint portal_user_account_fk foreign key (company_id, account_id)
        references crm.account (company_id, id),
      add constraint portal_user_ledger_fk foreign key (company_id, ledger_account_id)
        references crm.ledger_account (company_id, id),
      add constraint portal_user_contact_fk foreign key (company_id, contact_id)
        references crm.contact (company_id, id)`);
    // Users are no books: they hold no account, and move with one that becomes part of another.
    for (const key of ['portal_user_account_fk', 'portal_user_ledger_fk']) {
      await runner.query(`comment on constraint ${key} on portal.portal_user is 'goes along'`);
    }
    for (const column of ['account_id', 'ledger_account_id', 'contact_id']) {
      const name = `portal_user_of_${column.replace(/_id$/, '')}_index`;
      await runner.query(
        `create index ${name} on portal.portal_user (company_id, ${column})
         where ${column} is not null`,
      );
    }
    await runner.query(`create index portal_user_list_index
      on portal.portal_user (company_id, directory, name, id)`);
  }

  private async createDevices(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.known_device',
      `id uuid not null,
       credential_id uuid not null,
       token_hash bytea not null,
       sign_ins integer not null default 1,
       ${COUNT},
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       primary key (company_id, id),
       constraint known_device_token_key unique (company_id, token_hash),
       ${counted('known_device')}`,
    );
    await runner.query(
      `alter table portal.known_device add constraint known_device_credential_fk
       foreign key (company_id, credential_id) references portal.credential (company_id, id)`,
    );
    await runner.query(`create index known_device_credential_index
      on portal.known_device (company_id, credential_id)`);
    await runner.query(`create index known_device_expiry_index
      on portal.known_device (company_id, expires_at)`);
  }

  private async createSessions(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.refresh_family',
      `id uuid not null,
       credential_id uuid not null,
       portal_user_id uuid not null,
       device_id uuid,
       channel text not null,
       remembered boolean not null,
       user_agent text,
       ip text,
       created_at timestamptz not null,
       last_used_at timestamptz not null,
       expires_at timestamptz not null,
       ends_at timestamptz not null,
       revoked_at timestamptz,
       revoked_reason text,
       primary key (company_id, id),
       constraint refresh_family_channel_check check (channel in ('browser', 'program')),
       constraint refresh_family_end_check check (expires_at <= ends_at),
       constraint refresh_family_revoked_check
         check ((revoked_at is null) = (revoked_reason is null))`,
    );
    await createCompanyTable(
      runner,
      'portal.refresh_token',
      `token_hash bytea not null,
       family_id uuid not null,
       created_at timestamptz not null,
       spent_at timestamptz,
       child_hash bytea,
       primary key (company_id, token_hash),
       constraint refresh_token_child_check check ((spent_at is null) = (child_hash is null))`,
    );
    await runner.query(`alter table portal.refresh_family
      add constraint refresh_family_credential_fk foreign key (company_id, credential_id)
        references portal.credential (company_id, id),
      add constraint refresh_family_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id),
      add constraint refresh_family_device_fk foreign key (company_id, device_id)
        references portal.known_device (company_id, id)`);
    await runner.query(
      `alter table portal.refresh_token add constraint refresh_token_family_fk
       foreign key (company_id, family_id) references portal.refresh_family (company_id, id)
       on delete cascade`,
    );
    const indexes = {
      credential: 'credential_id',
      user: 'portal_user_id',
      device: 'device_id',
      expiry: 'expires_at',
    };
    for (const [name, column] of Object.entries(indexes)) {
      await runner.query(`create index refresh_family_${name}_index
        on portal.refresh_family (company_id, ${column})`);
    }
    // One live token per family: a second child of the same parent is impossible.
    await runner.query(`create unique index refresh_token_live_key
      on portal.refresh_token (company_id, family_id) where spent_at is null`);
    await runner.query(`create index refresh_token_family_index
      on portal.refresh_token (company_id, family_id)`);
  }

  /** Between a right password and a session: somebody has to choose for whom they act. */
  private async createSteps(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.sign_in_step',
      `token_hash bytea not null,
       credential_id uuid not null,
       device_id uuid,
       channel text not null,
       remembered boolean not null,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       primary key (company_id, token_hash, credential_id),
       constraint sign_in_step_channel_check check (channel in ('browser', 'program'))`,
    );
    await runner.query(`alter table portal.sign_in_step
      add constraint sign_in_step_credential_fk foreign key (company_id, credential_id)
        references portal.credential (company_id, id),
      add constraint sign_in_step_device_fk foreign key (company_id, device_id)
        references portal.known_device (company_id, id) on delete cascade`);
    await runner.query(`create index sign_in_step_credential_index
      on portal.sign_in_step (company_id, credential_id)`);
    await runner.query(`create index sign_in_step_device_index
      on portal.sign_in_step (company_id, device_id)`);
    await runner.query(`create index sign_in_step_expiry_index
      on portal.sign_in_step (company_id, expires_at)`);
  }

  /** What goes to a mailbox: an invitation of a user, or the way to another password. */
  private async createLinks(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.secret_link',
      `token_hash bytea not null,
       purpose text not null,
       credential_id uuid not null,
       portal_user_id uuid,
       created_at timestamptz not null,
       expires_at timestamptz not null,
       used_at timestamptz,
       ended_at timestamptz,
       primary key (company_id, token_hash),
       constraint secret_link_purpose_check check (purpose in ('invitation', 'reset')),
       constraint secret_link_user_check
         check ((purpose = 'invitation') = (portal_user_id is not null))`,
    );
    await runner.query(`alter table portal.secret_link
      add constraint secret_link_credential_fk foreign key (company_id, credential_id)
        references portal.credential (company_id, id),
      add constraint secret_link_user_fk foreign key (company_id, portal_user_id)
        references portal.portal_user (company_id, id)`);
    await runner.query(`create index secret_link_credential_index
      on portal.secret_link (company_id, credential_id)`);
    await runner.query(`create index secret_link_user_index
      on portal.secret_link (company_id, portal_user_id)`);
    await runner.query(`create index secret_link_expiry_index
      on portal.secret_link (company_id, expires_at)`);
  }

  private async createSettings(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'portal.settings',
      `admins_manage_users boolean not null,
       updated_at timestamptz not null,
       primary key (company_id)`,
    );
    await createCompanyTable(
      runner,
      'portal.preference',
      `portal_user_id uuid not null,
       key text not null,
       value jsonb not null,
       updated_at timestamptz not null,
       primary key (company_id, portal_user_id, key),
       constraint preference_key_check check (key ~ '^[a-zA-Z0-9._-]{1,64}$')`,
    );
    await runner.query(`alter table portal.preference add constraint preference_user_fk
      foreign key (company_id, portal_user_id) references portal.portal_user (company_id, id)`);
  }

  private async createDoors(runner: QueryRunner): Promise<void> {
    // A company that is named, or the only one; of two nobody says which.
    await createDoor(
      runner,
      'portal.door_company(wanted_slug text)',
      'table (company_id uuid)',
      `select (array_agg(c.id))[1] from company.pub_company c
       where c.active and (wanted_slug is null or c.slug = wanted_slug)
       having count(*) = 1`,
    );
    // Of nothing no device has the hash; a cluster plans no comparison with nothing at all.
    await createDoor(
      runner,
      `portal.door_sign_in(wanted_name text, wanted_company uuid, wanted_directories text[],
         device_hash bytea)`,
      `table (company_id uuid, id uuid, directory text, email text, password_hash text,
         known boolean)`,
      `select k.company_id, k.id, k.directory, k.email, k.password_hash, exists (
         select from portal.known_device d
         where d.company_id = k.company_id and d.token_hash = coalesce(device_hash, '')
           and d.credential_id = k.id and d.expires_at > now()
           and (d.locked_until is null or d.locked_until <= now()))
       from portal.credential k
       join company.pub_company c on c.id = k.company_id and c.active
       where (k.email = wanted_name or k.username = wanted_name)
         and k.directory = any (wanted_directories)
         and (wanted_company is null or k.company_id = wanted_company)
       order by k.last_sign_in_at desc nulls last, k.id limit 3`,
    );
    await createDoor(
      runner,
      'portal.door_actor(wanted_company uuid, wanted_session uuid)',
      `table (portal_user_id uuid, credential_id uuid, directory text, party_id uuid,
         party_name text, email text, name text, role text, access_level text, rights boolean[],
         approval_limit bigint, limit_currency text, limit_period text, contact_id uuid,
         active boolean, verified boolean, locked_until timestamptz, party_active boolean,
         live boolean, metadata_version integer, now timestamptz)`,
      { query: ACTOR, plansStay: true },
    );
  }
}

/** When a lock by guessing began: it lasts a quarter of an hour. */
const began = (table: string) => `${table}.locked_until - interval '15 minutes'`;

/**
 * A lock that a person set keeps everybody out. One by guessing, of strangers or of the device that
 * the session runs on, keeps those out who were in when it began: who has signed in since has shown
 * that they know the password, on a device that counts by itself.
 */
const ACTOR = `select u.id, k.id, u.directory, coalesce(u.account_id, u.ledger_account_id),
    coalesce(a.name, l.name), k.email, u.name, u.role, u.access_level,
    array[${RIGHTS.map((right) => `u.${right}`).join(', ')}],
    u.approval_limit, u.currency, u.limit_period, u.contact_id,
    u.active, u.verified_at is not null,
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
  left join crm.pub_customer a on a.company_id = u.company_id and a.id = u.account_id
  left join crm.pub_trading_partner l
    on l.company_id = u.company_id and l.id = u.ledger_account_id
  where c.id = wanted_company and c.active`;
