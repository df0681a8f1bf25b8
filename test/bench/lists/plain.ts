import type { AccountId } from '@quittance/kernel';
import type { Client } from 'pg';
import { ACCOUNTS, TITLES } from './contacts-data.js';

/** What is asked of both: by a request of ours, and by the SQL that answers the same. */
export interface ListCase {
  readonly measure: string;
  readonly target: number;
  /** The n-th request, and the statements beside it. */
  ask(n: number): {
    readonly path: string;
    readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
  };
}

const HALF = 0.5;
const ROW = `c.id, c.version, c.name, c.account_id, c.first_name, c.last_name, c.email, c.phone,
  c.title, c.is_primary, c.owner_id, c.created_at, c.created_by, c.updated_at, c.updated_by,
  c.custom`;
const LIVE = 'c.company_id = $1::uuid and c.deleted_at is null';

const filterOf = (filter: object) => encodeURIComponent(JSON.stringify(filter));

/** Each is asked in many ways, so that none is answered from what was just read alone. */
export function listCases(company: string, accounts: readonly AccountId[]): readonly ListCase[] {
  const account = (n: number) => accounts[n % ACCOUNTS] as AccountId;
  return [
    {
      measure: 'list 50 with filter and sort, with total',
      target: HALF,
      ask: (n) => {
        const filter = filterOf({ field: 'accountId', op: 'eq', value: account(n) });
        const where = `${LIVE} and c.account_id = $2::uuid`;
        const values = [company, account(n)];
        return {
          path: `/contacts?pageSize=50&sort=name&filter=${filter}`,
          statements: [
            {
              text: `select ${ROW} from crm.contact c where ${where} order by name, id limit 50`,
              values,
            },
            { text: `select count(*) from crm.contact c where ${where}`, values },
          ],
        };
      },
    },
    {
      measure: 'list 50 by what no index serves, with total',
      target: HALF,
      ask: (n) => {
        const title = `Title ${n % TITLES}`;
        const filter = filterOf({ field: 'title', op: 'eq', value: title });
        const where = `${LIVE} and c.title = $2`;
        const values = [company, title];
        return {
          path: `/contacts?pageSize=50&sort=-title,name&filter=${filter}`,
          statements: [
            {
              text: `select ${ROW} from crm.contact c where ${where}
                order by title desc, name, id limit 50`,
              values,
            },
            { text: `select count(*) from crm.contact c where ${where}`, values },
          ],
        };
      },
    },
    {
      measure: 'list 50 through a lookup, with total',
      target: HALF,
      ask: (n) => {
        const industry = ['energy', 'retail', 'shipping', 'farming'][n % 4];
        const filter = filterOf({ field: 'account.industry', op: 'eq', value: industry });
        const where = `${LIVE} and a.industry = $2`;
        const from = `crm.contact c join crm.account a
          on a.company_id = c.company_id and a.id = c.account_id and a.deleted_at is null`;
        const values = [company, industry];
        return {
          path: `/contacts?pageSize=50&sort=name&filter=${filter}`,
          statements: [
            {
              text: `select ${ROW} from ${from} where ${where} order by c.name, c.id limit 50`,
              values,
            },
            { text: `select count(*) from ${from} where ${where}`, values },
          ],
        };
      },
    },
    {
      measure: 'count all in groups',
      target: HALF,
      ask: () => ({
        path: '/contacts?groupBy=accountId&aggregate=count',
        statements: [
          {
            text: `select c.account_id, count(*) from crm.contact c where ${LIVE}
              group by c.account_id order by c.account_id`,
            values: [company],
          },
        ],
      }),
    },
  ];
}

/** All contacts as CSV, as the least software writes it: rows of a cursor, joined by commas. */
export async function plainExport(owner: Client, company: string): Promise<number> {
  let rows = 0;
  let size = 0;
  await owner.query('begin');
  await owner.query({
    text: `declare every cursor for
      select ${ROW} from crm.contact c where ${LIVE} order by name, id`,
    values: [company],
  });
  for (;;) {
    const { rows: some } = await owner.query<Record<string, unknown>>('fetch 2000 from every');
    if (some.length === 0) break;
    rows += some.length;
    size += some.map((row) => Object.values(row).map(textOf).join(',')).join('\n').length;
  }
  await owner.query('commit');
  if (size === 0) throw new Error('Nothing was read');
  return rows;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}
