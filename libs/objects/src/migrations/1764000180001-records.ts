import {
  ForwardMigration,
  createCompanyTable,
  createDoor,
  createSchema,
} from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * The records of custom objects, and beside the custom documents of all objects what an index must
 * serve: values that lists are filtered and sorted by, relationships, and values that nobody else
 * may have. `field_index` tells which fields are kept there and how far it has come: no field ever
 * needs a column or an index of its own.
 */
export class Records1764000180001 extends ForwardMigration {
  name = 'Records1764000180001';

  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'objects');
    await this.createRecord(runner);
    await this.createFieldIndex(runner);
    await this.createFieldValue(runner);
    await this.createReference(runner);
    await createCompanyTable(
      runner,
      'objects.unique_value',
      `field_id uuid not null,
       key text not null,
       record_id uuid not null,
       primary key (company_id, field_id, key)`,
    );
    await createCompanyTable(
      runner,
      'objects.counter',
      `object text not null,
       field text not null,
       last_value bigint not null,
       primary key (company_id, object, field)`,
    );
    await runner.query(`create index unique_value_record_index
      on objects.unique_value (company_id, field_id, record_id)`);
  }

  private async createRecord(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.record',
      `object_id uuid not null,
       id uuid not null,
       version integer not null default 1,
       name text not null,
       owner_id uuid,
       custom jsonb not null default '{}',
       created_by uuid,
       updated_by uuid,
       created_at timestamptz not null,
       updated_at timestamptz not null,
       deleted_at timestamptz,
       primary key (company_id, id)`,
    );
    await runner.query(`alter table objects.record add constraint record_owner_fk
      foreign key (company_id, owner_id) references identity.staff_user (company_id, id)`);
    for (const [word, columns] of [
      ['name', 'name, id'],
      ['created', 'created_at, id'],
      ['id', 'id'],
    ] as const) {
      await runner.query(`create index record_${word}_index
        on objects.record (company_id, object_id, ${columns}) where deleted_at is null`);
    }
    await runner.query(`create index record_owner_index
      on objects.record (company_id, owner_id) where owner_id is not null`);
  }

  /**
   * `horizon` is a transaction behind every one that may not know of the row yet; `position` the
   * last record that the building has reached.
   */
  private async createFieldIndex(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.field_index',
      `field_id uuid not null,
       purpose text not null,
       object text not null,
       name text not null,
       kind text not null,
       state text not null,
       rebuild boolean not null default true,
       horizon xid8,
       position uuid,
       started_at timestamptz not null,
       primary key (company_id, field_id, purpose),
       constraint field_index_purpose_check check (purpose in ('value', 'reference', 'unique')),
       constraint field_index_state_check
         check (state in ('emptying', 'building', 'ready', 'failed'))`,
    );
    await runner.query(`create index field_index_object_index
      on objects.field_index (company_id, object)`);
    await runner.query(`create index field_index_work_index
      on objects.field_index (company_id, started_at) where state in ('emptying', 'building')`);
    await createDoor(
      runner,
      'objects.door_index_work()',
      'table (company_id uuid)',
      `select distinct f.company_id from objects.field_index f
       join company.pub_company c on c.id = f.company_id and c.active
       where f.state in ('emptying', 'building')`,
    );
  }

  /** Lists find numbers by the float beside them: a row without it would be in none. */
  private async createFieldValue(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.field_value',
      `field_id uuid not null,
       record_id uuid not null,
       kind text not null,
       text_value text,
       number_value numeric,
       number_near double precision,
       boolean_value boolean,
       date_value date,
       instant_value timestamptz,
       primary key (company_id, field_id, record_id),
       constraint field_value_kind_check
         check (kind in ('text', 'number', 'boolean', 'date', 'instant')),
       constraint field_value_near_check
         check ((number_near is null) = (number_value is null))`,
    );
    for (const kind of ['text', 'boolean', 'date', 'instant']) {
      await runner.query(`create index field_value_${kind}_index on objects.field_value
        (company_id, field_id, ${kind}_value, record_id) where kind = '${kind}'`);
    }
    // Behind row-level security no index is asked for a numeric, as its comparison might leak.
    await runner.query(`create index field_value_number_index on objects.field_value
      (company_id, field_id, number_near, number_value, record_id) where kind = 'number'`);
    // The company follows from the field: without this every estimate is too low by a factor of it.
    await runner.query(`create statistics objects.field_value_company (dependencies)
      on company_id, field_id from objects.field_value`);
  }

  private async createReference(runner: QueryRunner): Promise<void> {
    await createCompanyTable(
      runner,
      'objects.reference',
      `field_id uuid not null,
       record_id uuid not null,
       target_id uuid,
       primary key (company_id, field_id, record_id)`,
    );
    await runner.query(`create index reference_target_index
      on objects.reference (company_id, field_id, target_id, record_id)`);
    await runner.query(`create statistics objects.reference_company (dependencies)
      on company_id, field_id from objects.reference`);
  }
}
