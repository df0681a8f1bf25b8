import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import type { AccountId, Ctx } from '@quittance/kernel';
import type { Client } from 'pg';

export const ACCOUNTS = 200;
const INDUSTRIES = ['energy', 'retail', 'shipping', 'farming'] as const;
/** Of the contacts a hundredth has each title. */
export const TITLES = 100;

const CONTACT_ROWS = `
  insert into crm.contact (company_id, id, name, first_name, last_name, email, title, account_id,
    created_at, updated_at)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    'Ada' || n % 50 || ' Person' || n, 'Ada' || n % 50, 'Person' || n,
    'person' || n || '@example.com', 'Title ' || n % ${TITLES},
    ($2::uuid[])[1 + n / 50 % cardinality($2::uuid[])], now(), now()
  from generate_series(1, $3::int) as n`;

/** Those that the product keeps of such a contact, but for parts of its address. */
const WORD_ROWS = `
  insert into objects.search_word (company_id, kind, record_id, word)
  select c.company_id, 'contact', c.id, w.word
  from crm.contact c cross join lateral unnest(array[lower(c.first_name), lower(c.last_name),
    c.email, 'example.com']) as w (word)
  where c.company_id = $1::uuid and c.id > $2::uuid`;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Contacts of two hundred accounts, with the words that they are found by. */
export async function writeContacts(
  { owner, db }: { readonly owner: Client; readonly db: Database },
  ctx: Ctx,
  count: number,
): Promise<readonly AccountId[]> {
  const accounts = await db.write(ctx, async (tx) => {
    const made: AccountId[] = [];
    for (let i = 0; i < ACCOUNTS; i += 1) {
      made.push((await addAccount(tx, { name: `Customer ${i}` })).id);
    }
    return made;
  });
  await owner.query(
    `update crm.account set industry = ($3::text[])[1 + array_position($2::uuid[], id) % 4]
     where company_id = $1::uuid`,
    [ctx.companyId, accounts, INDUSTRIES],
  );
  await owner.query(CONTACT_ROWS, [ctx.companyId, accounts, count]);
  await owner.query(WORD_ROWS, [ctx.companyId, NO_ID]);
  await owner.query('vacuum analyze');
  return accounts;
}

/** Milliseconds in which so many more contacts are written, and in which their words are. */
export async function writeMore(
  owner: Client,
  ctx: Ctx,
  { from, count, accounts }: { from: number; count: number; accounts: readonly AccountId[] },
): Promise<{ readonly rows: number; readonly words: number }> {
  const rows = CONTACT_ROWS.replace('generate_series(1, $3::int)', `generate_series(${from}, $3)`);
  const started = performance.now();
  await owner.query(rows, [ctx.companyId, accounts, from + count - 1]);
  const written = performance.now();
  const last = `01900000-0000-7000-8000-${(from - 1).toString(16).padStart(12, '0')}`;
  await owner.query(WORD_ROWS, [ctx.companyId, last]);
  return { rows: written - started, words: performance.now() - written };
}
