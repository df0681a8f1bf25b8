import {
  APP_ROLE,
  ForwardMigration,
  createCompanyTable,
  createSchema,
  keepEverywhere,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';
import { MASTER_TYPES } from '../master.js';

const TYPES = MASTER_TYPES.map((type) => `'${type}'`).join(', ');

/** The day of the seed; what came with the product was not made by anybody. */
const SEEDED_AT = '2026-11-22T00:00:00Z';

/**
 * Entries that come with the product, once for all companies, and
 * the entries of each company. A company that changes or deletes one
 * of ours has a row of its own with the same id; it covers ours.
 */
export class Masters1764000170001 extends ForwardMigration {
  name = 'Masters1764000170001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'masters');
    await this.createSeed(runner);
    await this.createEntries(runner);
    await this.createView(runner);
  }

  /** No company's data: the application reads it and nothing else. */
  private async createSeed(runner: QueryRunner): Promise<void> {
    await runner.query(`create table masters.seed_entry (
      type text not null,
      code text not null,
      id uuid not null constraint seed_entry_id_key unique,
      parent_code text,
      name text not null,
      description text,
      sort_order integer not null,
      colour text,
      created_at timestamptz not null,
      primary key (type, code))`);
    await keepEverywhere(runner, 'masters.seed_entry');
    await runner.query(
      `create unique index seed_entry_code_key on masters.seed_entry (type, lower(code))`,
    );
    await runner.query(
      `create index seed_entry_parent_index on masters.seed_entry (type, parent_code)`,
    );
    await runner.query(`grant select on masters.seed_entry to ${APP_ROLE}`);
    await this.sow(runner);
  }

  /**
   * In one statement. The id follows from type and code: a UUID of version 8. Who does not migrate
   * does not load five thousand places.
   */
  private async sow(runner: QueryRunner): Promise<void> {
    const { seedEntries } = await import('../seed/seed-entries.js');
    const all = seedEntries();
    await runner.query(
      `insert into masters.seed_entry (type, code, id, parent_code, name, description, sort_order,
         colour, created_at)
       select s.type, s.code,
         overlay(overlay(md5(s.type || '/' || s.code) placing '8' from 13)
           placing 'a' from 17)::uuid,
         s.parent_code, s.name, s.description, s.sort_order, s.colour, $8
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[],
         $7::text[]) as s (type, code, parent_code, name, description, sort_order, colour)`,
      [
        all.map(({ type }) => type),
        all.map(({ code }) => code),
        all.map(({ parentCode }) => parentCode),
        all.map(({ name }) => name),
        all.map(({ description }) => description),
        all.map(({ sortOrder }) => sortOrder),
        all.map(({ colour }) => colour),
        SEEDED_AT,
      ],
    );
    await runner.query(`analyze masters.seed_entry`);
  }

  private async createEntries(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'masters.entry',
      `id uuid not null,
       type text not null,
       code text not null,
       parent_code text,
       name text not null,
       description text,
       sort_order integer not null,
       icon text,
       colour text,
       active boolean not null,
       seeded boolean not null,
       version integer not null,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id),
       constraint entry_type_check check (type in (${TYPES})),
       constraint entry_parent_check
         check ((type in ('state', 'city')) = (parent_code is not null))`,
    );
    await runner.query(
      `create unique index entry_code_key on masters.entry (company_id, type, lower(code))`,
    );
    await runner.query(
      `create index entry_parent_index on masters.entry (company_id, type, parent_code)`,
    );
  }

  /**
   * Every entry of the company as it is for it: its own, and ours that it has not covered. Asks
   * with the rights of who reads it.
   */
  private async createView(runner: QueryRunner): Promise<void> {
    await runner.query(`create view masters.known_entry with (security_invoker = true) as
      select e.company_id, e.id, e.type, e.code, e.parent_code, e.name, e.description, e.sort_order,
        e.icon, e.colour, e.active, e.seeded, e.version, e.created_at, e.updated_at, e.deleted_at
      from masters.entry e
      union all
      select c.id, s.id, s.type, s.code, s.parent_code, s.name, s.description, s.sort_order,
        null, s.colour, true, true, 1, s.created_at, s.created_at, null
      from company.pub_company c
      cross join masters.seed_entry s
      left join masters.entry e on e.company_id = c.id and e.id = s.id
      where e.id is null`);
    await runner.query(`grant select on masters.known_entry to ${APP_ROLE}`);
  }
}
