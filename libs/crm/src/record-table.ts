import { createCompanyTable } from '@quittance/database';

/** What runs the statements of a migration. */
type QueryRunner = Parameters<typeof createCompanyTable>[0];

/** Column, then the table it refers to; the company stands on both sides. */
export type References = Readonly<Record<string, string>>;

/**
 * Creates the table of a record type: the common columns, a custom document and a time of deletion
 * come by themselves. Rows are never taken away while another points at them: `deleted_at` hides
 * them.
 */
export async function createRecordTable(
  runner: QueryRunner,
  table: string,
  columns: string,
): Promise<void> {
  const name = table.split('.')[1] ?? '';
  await createCompanyTable(
    runner,
    table,
    `id uuid not null,
     version integer not null default 1,
     ${columns.trim().replace(/,$/, '')},
     owner_id uuid,
     custom jsonb not null default '{}',
     created_by uuid,
     updated_by uuid,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     deleted_at timestamptz,
     primary key (company_id, id)`,
  );
  await refer(runner, table, { owner_id: 'identity.staff_user' });
  await runner.query(
    `comment on column ${table}.custom is 'Values of custom fields by API name of ${name}'`,
  );
}

/** Adds foreign keys `<table>_<column>_fk` (without `_id`) on the keys of company and record. */
export async function refer(
  runner: QueryRunner,
  table: string,
  references: References,
): Promise<void> {
  const name = table.split('.')[1] ?? '';
  const keys = Object.entries(references).map(
    ([column, target]) => `add constraint ${name}_${column.replace(/_id$/, '')}_fk
       foreign key (company_id, ${column}) references ${target} (company_id, id)`,
  );
  await runner.query(`alter table ${table} ${keys.join(', ')}`);
}

/**
 * Adds what lists of records are sorted and counted by, beside their time: they show what is not
 * deleted. An index of those alone answers a total without a visit to the table, and so does one by
 * owner that knows who is deleted: that one is whole, as the key that points at the user is looked
 * up in it too.
 */
export async function serveLists(
  runner: QueryRunner,
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const name = table.split('.')[1] ?? '';
  for (const [word, sorted] of Object.entries({ created: 'created_at, id', ...columns })) {
    await runner.query(`create index ${name}_${word}_index
      on ${table} (company_id, ${sorted}) where deleted_at is null`);
  }
  await runner.query(`create index ${name}_owner_index
    on ${table} (company_id, owner_id, created_at, id) include (deleted_at)`);
}

/** Adds indexes `<table>_<word>_index` behind the company. */
export async function index(
  runner: QueryRunner,
  table: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const name = table.split('.')[1] ?? '';
  for (const [word, expression] of Object.entries(columns)) {
    await runner.query(
      `create index ${name}_${word}_index on ${table} (company_id, ${expression})`,
    );
  }
}
