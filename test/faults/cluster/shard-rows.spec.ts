import type { Ctx } from '@quittance/kernel';
import { APP_ROLE } from '@quittance/database';
import { givenDueSchedules } from '../due-schedules';
import { describeOnCluster, type ClusterStage } from './cluster-stage';

const SCHEDULES = 50;

/** Where the schedules of a company are. */
interface Place {
  readonly node: number;
  /** `billing.schedule_102345` */
  readonly shard: string;
}

async function placeOf({ ask, nodes }: ClusterStage, { companyId }: Ctx): Promise<Place> {
  const [found] = await ask<{ shard: string; port: string }>(
    `select shard_name(s.table_name, s.shardid) as shard, s.nodeport::text as port
     from citus_shards s where s.table_name = 'billing.schedule'::regclass
       and s.shardid = get_shard_id_for_distribution_column('billing.schedule', $1::uuid)`,
    { params: [companyId] },
  );
  if (!found) throw new Error('The company is on no shard');
  const ports = nodes.adminUrls.map((url) => new URL(url).port);
  return { node: ports.indexOf(found.port), shard: found.shard };
}

/** The application's role on the node itself, past the coordinator. */
const asApplication = (ctx: Ctx | undefined) => ({
  login: APP_ROLE,
  before: `set citus.override_table_visibility = off;
    set app.company_id = '${ctx?.companyId ?? ''}'`,
});

describeOnCluster('rows on the shards of a cluster', (stage) => {
  let own: Ctx;
  let other: Ctx;
  let place: Place;

  beforeAll(async () => {
    ({ ctx: own } = await givenDueSchedules(stage().t, SCHEDULES));
    ({ ctx: other } = await givenDueSchedules(stage().t, SCHEDULES));
    place = await placeOf(stage(), own);
  });

  /** Rows of the first company's shard, by somebody on its node. */
  const seen = async (ctx: Ctx | undefined): Promise<number> => {
    const text = `select count(*)::int as count from ${place.shard}`;
    const how = { node: place.node, ...asApplication(ctx) };
    return (await stage().ask<{ count: number }>(text, how))[0]?.count ?? -1;
  };

  test('are on a worker, and not on the coordinator', () => {
    expect(place.node).toBeGreaterThan(0);
  });

  test('are shown to their own company alone', async () => {
    expect(await seen(own)).toBe(SCHEDULES);
    expect(await seen(undefined)).toBe(0);
    expect(await seen(other)).toBeLessThanOrEqual(SCHEDULES);
    const text = `select count(*)::int as count from ${place.shard} where company_id = $1`;
    const how = { node: place.node, params: [own.companyId], ...asApplication(other) };
    expect(await stage().ask(text, how)).toEqual([{ count: 0 }]);
  });

  test('are not written for another company', async () => {
    const copy = `insert into ${place.shard} select * from ${place.shard} limit 1`;
    const columns = await stage().ask<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
       where attrelid = 'billing.schedule'::regclass and attnum > 1 and not attisdropped`,
    );
    const list = columns[0]?.list ?? '';
    const forOther = `insert into ${place.shard} (company_id, ${list})
      select '${other.companyId}', ${list} from ${place.shard} limit 1`;
    const how = { node: place.node, ...asApplication(own) };
    await expect(stage().ask(forOther, how)).rejects.toMatchObject({ code: '42501' });
    // The same of its own company comes as far as the primary key.
    await expect(stage().ask(copy, how)).rejects.toMatchObject({ code: '23505' });
  });

  test('point at rows that are there', async () => {
    const line = place.shard.replace('schedule', 'schedule_line');
    const [shard] = await stage().ask<{ name: string }>(
      `select shard_name(s.table_name, s.shardid) as name from citus_shards s
       where s.table_name = 'billing.schedule_line'::regclass
         and s.shardid = get_shard_id_for_distribution_column('billing.schedule_line', $1::uuid)`,
      { params: [own.companyId] },
    );
    expect(shard?.name).not.toBe(line);
    const lost = `update ${shard?.name} set schedule_id = '00000000-0000-7000-8000-000000000000'
      where id = (select id from ${shard?.name} where company_id = $1 limit 1)`;
    const how = { node: place.node, params: [own.companyId], ...asApplication(own) };
    await expect(stage().ask(lost, how)).rejects.toMatchObject({ code: '23503' });
  });

  test('are asked for by statements of one company; those of all are refused', async () => {
    const session = {
      login: 'quittance',
      before: `set role ${APP_ROLE}; set citus.multi_task_query_log_level = 'error'`,
    };
    const all = 'select count(*) from billing.schedule';
    await expect(stage().ask(all, session)).rejects.toThrow('multi-task query');
    const one = `${all} where company_id = '${own.companyId}'`;
    expect(await stage().ask(one, session)).toHaveLength(1);
    const door = 'select * from company.door_active_companies()';
    expect((await stage().ask(door, session)).length).toBeGreaterThanOrEqual(2);
  });
});
