import type { LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  USAGE_CHANNELS,
  USAGE_DIRECTORIES,
  USAGE_NAMES,
  type UsageEvent,
} from '../events/usage-event.js';
import { NO_ACCOUNT } from './sweep-usage.js';

/** What was done how often on a day. */
export interface UsageDay extends Pick<UsageEvent, 'name' | 'directory' | 'channel'> {
  readonly day: LocalDate;
  readonly accountId: UsageEvent['accountId'];
  readonly events: number;
  /** Different users; sums of several rows count one for each. */
  readonly users: number;
}

/**
 * The sums that are kept and, of the days since, today among them, those of the uses themselves. By
 * usage_day_key and usage_event_at_index.
 */
const DAYS = `
  select k.company_id, k.id, k.day, k.name, k.directory, k.channel, k.account_id, k.events, k.users
  from analytics.usage_day k where k.company_id = $1::uuid
  union all
  select e.company_id, md5(e.day || e.name || e.directory || e.channel || e.account_id)::uuid,
    e.day, e.name, e.directory, e.channel, e.account_id, count(*)::int,
    count(distinct e.portal_user_id)::int
  from (
    select u.company_id, (u.at at time zone c.time_zone)::date as day, u.name, u.directory,
      u.channel, coalesce(u.account_id, '${NO_ACCOUNT}'::uuid) as account_id, u.portal_user_id
    from analytics.usage_event u cross join company.pub_company c
    where u.company_id = $1::uuid and c.id = $1::uuid and u.at >= coalesce((
      select (p.summed_through + 1)::timestamp at time zone z.time_zone
      from analytics.progress p cross join company.pub_company z
      where p.company_id = $1::uuid and z.id = $1::uuid), '-infinity')) e
  group by e.company_id, e.day, e.name, e.directory, e.channel, e.account_id`;

/** Of all days, the first at the top. */
export const usageDayList: ListDefinition<UsageDay, UsageDay> = {
  from: `(${DAYS}) d`,
  select: `d.day, d.name, d.directory, d.channel,
    nullif(d.account_id, '${NO_ACCOUNT}'::uuid) as "accountId", d.events, d.users`,
  id: 'd.id',
  fields: {
    day: { sql: 'd.day', type: 'date', notNull: true },
    name: { sql: 'd.name', type: 'enum', values: USAGE_NAMES, notNull: true },
    directory: { sql: 'd.directory', type: 'enum', values: USAGE_DIRECTORIES, notNull: true },
    channel: { sql: 'd.channel', type: 'enum', values: USAGE_CHANNELS, notNull: true },
    accountId: {
      sql: `nullif(d.account_id, '${NO_ACCOUNT}'::uuid)`,
      type: 'id',
      shows: { target: 'account' },
    },
    events: { sql: 'd.events', type: 'integer', notNull: true },
    users: { sql: 'd.users', type: 'integer', notNull: true },
  },
  search: [],
  defaultSort: 'day,name,directory,channel',
  columns: ['day', 'name', 'directory', 'channel', 'accountId', 'events', 'users'],
  map: (row) => row,
};

/**
 * Those from a day on and through another.
 * @throws DomainError validation_failed where they are in the wrong order
 */
export function usageDaysBetween(from?: LocalDate, to?: LocalDate): ListNarrowing | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && to < from) {
    throw invalidField('/to', 'min', 'must not be before the first day');
  }
  return (bind) =>
    [
      ...(from === undefined ? [] : [`d.day >= ${bind(from)}::date`]),
      ...(to === undefined ? [] : [`d.day <= ${bind(to)}::date`]),
    ].join(' and ');
}
