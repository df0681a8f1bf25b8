import { distribute } from '@quittance/database';
import type { Client } from 'pg';

/** A table of a test's own, led by `company_id`, which lies where those of the product lie. */
export async function createTestTable(owner: Client, table: string, body: string): Promise<void> {
  await owner.query(`create table ${table} (company_id uuid not null, ${body})`);
  const asked = { query: async (text: string) => (await owner.query(text)).rows };
  await distribute(asked, table, 'company_id');
}
