import type { LocalDate } from '@quittance/calendar';
import type { ListDefinition } from '@quittance/lists';
import {
  USAGE_CHANNELS,
  USAGE_DIRECTORIES,
  USAGE_NAMES,
  type UsageEvent,
} from '../events/usage-event.js';
import { NO_ACCOUNT } from './sweep-usage.js';

/** What was done how often on a day that is over. */
export interface UsageDay extends Pick<UsageEvent, 'name' | 'directory' | 'channel'> {
  readonly day: LocalDate;
  readonly accountId: UsageEvent['accountId'];
  readonly events: number;
  /** Different users; sums of several rows count one for each. */
  readonly users: number;
}

/** By usage_day_key. */
export const usageDayList: ListDefinition<UsageDay, UsageDay> = {
  from: 'analytics.usage_day d',
  select: `d.day, d.name, d.directory, d.channel,
    nullif(d.account_id, '${NO_ACCOUNT}'::uuid) as "accountId", d.events, d.users`,
  id: 'd.id',
  fields: {
    day: { sql: 'd.day', type: 'date', notNull: true },
    name: { sql: 'd.name', type: 'enum', values: USAGE_NAMES, notNull: true },
    directory: { sql: 'd.directory', type: 'enum', values: USAGE_DIRECTORIES, notNull: true },
    channel: { sql: 'd.channel', type: 'enum', values: USAGE_CHANNELS, notNull: true },
    accountId: { sql: `nullif(d.account_id, '${NO_ACCOUNT}'::uuid)`, type: 'id' },
    events: { sql: 'd.events', type: 'integer', notNull: true },
    users: { sql: 'd.users', type: 'integer', notNull: true },
  },
  search: [],
  defaultSort: 'day,name,directory,channel',
  columns: ['day', 'name', 'directory', 'channel', 'accountId', 'events', 'users'],
  map: (row) => row,
};
