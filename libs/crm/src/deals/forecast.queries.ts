import { readCompany } from '@quittance/company';
import type { Bind } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { rowScope } from '@quittance/objects';
import {
  forecastRow,
  type ForecastAsk,
  type ForecastGroup,
  type ForecastRow,
  type ForecastSums,
} from './forecast.js';

/** The day that puts a deal into a period: when it closed, or is expected to. */
const DAY = `case when d.status = 'open' then d.expected_close_date else d.closed_on end`;

/** Begins with the fiscal year, which may begin in any month. */
function periodStart({ period }: ForecastAsk, startMonth: number, bind: Bind): string {
  const shift = `make_interval(months => ${bind(startMonth - 1)}::int)`;
  return `(date_trunc(${bind(period)}::text, ${DAY} - ${shift}) + ${shift})::date`;
}

function sum(status: string, amount: string): string {
  return `coalesce(sum(${amount}) filter (where d.status = '${status}'), 0)`;
}

/**
 * The forecast in one statement: open deals by `deal_expected_index`, closed ones by
 * `deal_closed_index`. Amounts times probability are summed exactly and rounded once.
 */
export async function readForecast(tx: Tx, ask: ForecastAsk): Promise<ForecastRow[]> {
  const { fiscalYearStartMonth } = await readCompany(tx);
  const params: unknown[] = [tx.ctx.companyId, ask.from, ask.to];
  const bind: Bind = (value) => `$${params.push(value)}`;
  const scope = rowScope.owned(tx.ctx, 'forecast', 'd', bind);
  const group = (name: ForecastGroup, type: string, expression: () => string) =>
    ask.groupBy.includes(name) ? expression() : `null::${type}`;
  const rows = await tx.rows<ForecastSums>(
    `select ${group('period', 'date', () => periodStart(ask, fiscalYearStartMonth, bind))}
         as "periodStart",
       ${group('owner', 'uuid', () => 'd.owner_id')} as "ownerId",
       ${group('pipeline', 'uuid', () => 'd.pipeline_id')} as "pipelineId",
       ${group('pipeline', 'text', () => 'p.name')} as "pipelineName",
       d.currency,
       ${sum('open', 'd.amount')}::bigint as pipeline,
       round(${sum('open', 'd.amount::numeric * d.probability')} / 100)::bigint as weighted,
       ${sum('won', 'd.amount')}::bigint as won, ${sum('lost', 'd.amount')}::bigint as lost,
       count(*) filter (where d.status = 'open')::int as "openDeals",
       count(*) filter (where d.status = 'won')::int as "wonDeals",
       count(*) filter (where d.status = 'lost')::int as "lostDeals"
     from crm.deal d
     join crm.pipeline p on p.company_id = $1 and p.id = d.pipeline_id
     where d.company_id = $1 and d.deleted_at is null
       and ((d.status = 'open' and d.expected_close_date between $2::date and $3::date)
         or (d.status in ('won', 'lost') and d.closed_on between $2::date and $3::date))
       ${scope === null ? '' : `and ${scope}`}
     group by 1, 2, 3, 4, 5
     order by 1 nulls first, 4 nulls first, 5, 2 nulls last`,
    params,
  );
  return rows.map(forecastRow);
}
