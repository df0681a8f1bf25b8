import { Companies } from '@quittance/company/host';
import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { newId, systemClock, systemCtx, type Ctx } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import {
  CreateTaxRecord,
  LoadSeedRates,
  taxCodeRecord,
  type TaxRate,
  taxRateRecord,
} from '@quittance/tax/host';
import { Client } from 'pg';

/** All schedules are due on it. */
export const AS_OF = '2026-03-01';

const ACCOUNTS = 500;

/** Monthly schedules of three taxed lines each, all due on one day. */
const SCHEDULES = `
  insert into billing.schedule (company_id, id, account_id, frequency, start_date,
    next_billing_date, currency, total, status, created_at, updated_at)
  select $1::uuid, bench.schedule_id(n), ($2::uuid[])[1 + n % cardinality($2::uuid[])],
    'monthly', '${AS_OF}', '${AS_OF}', 'EUR', 12345, 'active', now(), now()
  from generate_series(1, $3::int) as n`;

const LINES = `
  insert into billing.schedule_line (company_id, schedule_id, id, position, description, quantity,
    unit_price, tax_code, trigger)
  select $1::uuid, bench.schedule_id(n), bench.line_id(n, p), p,
    (array['Seats', 'Support', 'Storage in gigabytes'])[p], 1 + (n + p) % 7,
    (n % 997 * p)::numeric / 100 + 0.99,
    (array['standard', 'reduced', 'standard'])[p], 'date'
  from generate_series(1, $2::int) as n cross join generate_series(1, 3) as p`;

/** Ids in the order of their making, as those of the product are. */
export const BENCH_SCHEMA = `
  create schema if not exists bench;
  create or replace function bench.schedule_id(n bigint) returns uuid language sql immutable
    as $$ select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
  create or replace function bench.line_id(n bigint, p int) returns uuid language sql immutable
    as $$ select ('01900000-0000-7000-8' || lpad(p::text, 3, '0') || '-'
      || lpad(to_hex(n), 12, '0'))::uuid $$`;

/** The rate that every third line is of. */
async function addReduced(ctx: Ctx, db: Database): Promise<void> {
  await new CreateTaxRecord(db).execute(ctx, taxCodeRecord, {
    code: 'reduced',
    name: 'Reduced rate',
  });
  const germany = await db.read(ctx, (tx) =>
    tx.one<{ id: TaxRate['jurisdictionId'] }>(
      `select id from tax.jurisdiction where company_id = $1`,
      [ctx.companyId],
    ),
  );
  await new CreateTaxRecord(db).execute(ctx, taxRateRecord, {
    jurisdictionId: germany.id,
    taxCode: 'reduced',
    kind: 'vat',
    rate: '7',
    validFrom: parseLocalDate('2021-01-01'),
  });
}

/** A German company with so many due schedules; nothing of it is in the measured time. */
export async function dueCompany(db: Database, owner: Client, count: number): Promise<Ctx> {
  const now = systemClock.now();
  const id = await new Companies(db).create(
    {
      slug: `bench-${newId()}`,
      legalName: 'Bench GmbH',
      baseCurrency: 'EUR',
      address: { country: 'DE', city: 'Berlin', postalCode: '10115' },
    },
    now,
  );
  const ctx = systemCtx(id, now, 'bench');
  await new LoadSeedRates(db).execute(ctx, ['DE']);
  await addReduced(ctx, db);
  const accounts = await db.write(ctx, async (tx) => {
    const made: string[] = [];
    for (let i = 0; i < ACCOUNTS; i += 1) {
      const account = await addAccount(tx, {
        name: `Customer ${i} with a name of usual length`,
        email: `c${i}@example.com`,
        billingAddress: {
          line1: `Street ${i}`,
          line2: null,
          city: 'Berlin',
          region: null,
          postalCode: '10115',
          country: 'DE',
        },
      });
      made.push(account.id);
    }
    return made;
  });
  await owner.query(SCHEDULES, [id, accounts, count]);
  await owner.query(LINES, [id, count]);
  return ctx;
}
