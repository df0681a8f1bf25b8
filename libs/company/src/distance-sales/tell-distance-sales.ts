import { namedSql, sql, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { changeCompany } from '../change-company.js';
import type { CompanyChecks } from '../company-checks.js';
import { lockCompany } from '../company.queries.js';
import { yearsAsCounted, type DistanceSalesNotice, type ToldStanding } from './notice.js';

/** By prefix of the primary key. */
const TOLD = sql(`
  select n.standing from company.distance_sales_notice n where n.company_id = $1 and n.year = $2`);

/** Keeps that a year was told of, and answers whether it was not before. */
const NOTE = namedSql(
  `insert into company.distance_sales_notice (company_id, year, standing, told_at)
   values (:companyId, :year, :standing, :now)
   on conflict (company_id, year, standing) do nothing
   returning year`,
  { values: { year: 'integer', standing: 'text' } },
);

async function told(tx: Tx, year: number): Promise<ReadonlySet<ToldStanding>> {
  const rows = await tx.rows<{ standing: ToldStanding }>(TOLD, [tx.ctx.companyId, year]);
  return new Set(rows.map(({ standing }) => standing));
}

/**
 * Tells how a year has come to stand, unless that was told before, and sets it to exceeded where
 * the company has the count say so. Behind the lock of the company: who tells the same at the same
 * time finds it told. Answers whether it was told now.
 */
async function tell(tx: Tx, checks: CompanyChecks, notice: DistanceSalesNotice): Promise<boolean> {
  const { year, standing } = notice;
  const before = await lockCompany(tx);
  const isNew = (await NOTE.rows(tx, { year, standing })).length > 0;
  const years = standing === 'exceeded' ? yearsAsCounted(before, year) : undefined;
  const after = years ? await changeCompany(tx, checks, { distanceSales: years }) : before;
  if (!isNew) return false;
  const setting = after.distanceSales.find((each) => each.year === year)?.status ?? null;
  const recordId = tx.ctx.companyId;
  const data = { id: recordId, ...notice, setting };
  const type =
    `distance_sales.threshold_${standing === 'near' ? 'approached' : 'exceeded'}` as const;
  emit(tx, { type, object: 'distance-sales', recordId, data });
  return true;
}

/** What was told of a year, and the telling of it. */
export const distanceSalesNotices = { told, tell, yearsAsCounted } as const;
