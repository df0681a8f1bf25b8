import { date, datetime, integer, json, lookup, picklist } from '@quittance/fields';
import { describeRow, system, type RowOf } from '@quittance/rows';
import type { Actor, Instant } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DunningRunId } from '../attempts/attempt.js';

const STATUSES = { running: 'Running', completed: 'Completed', failed: 'Failed' } as const;
export type DunningRunStatus = keyof typeof STATUSES;

const unlisted = { filterable: false } as const;
const count = (label: string, help?: string) =>
  system<number>(integer(label, { ...unlisted, ...(help && { help }) }));

/** One pass over the overdue invoices of a company. */
export const runRow = describeRow({
  name: 'dunning-run',
  label: 'Dunning run',
  pluralLabel: 'Dunning runs',
  path: '/dunning/runs',
  table: 'dunning.run',
  defaultSort: '-startedAt',
  fields: {
    id: system<DunningRunId>(lookup('Id', null, unlisted)),
    asOf: system<LocalDate>(date('As of')),
    status: system<DunningRunStatus>(picklist('Status', STATUSES)),
    invoices: count('Invoices', 'Overdue invoices looked at.'),
    sent: count('Sent', 'Letters on their way.'),
    done: count('Done'),
    skipped: count('Skipped'),
    failed: system<number>(integer('Failed')),
    held: count('Held', 'Invoices about which nothing was done.'),
    actor: system<Pick<Actor, 'kind' | 'id' | 'name'>>(json('Actor')),
    startedAt: system<Instant>(datetime('Started at')),
    finishedAt: system<Instant | null>(datetime('Finished at'), { nullable: true }),
  },
});

export type DunningRun = RowOf<typeof runRow>;

/** A run as whoever carries it out has it in hand. */
export interface RunInHand extends Pick<DunningRun, 'id' | 'asOf'> {
  /** The company's day on which it is carried out. */
  readonly on: LocalDate;
  /** Whose steps it takes. */
  readonly ladder: number;
  readonly minimumGapDays: number;
}

/** What a batch adds to a run. */
export type RunCounts = Pick<
  DunningRun,
  'invoices' | 'sent' | 'done' | 'skipped' | 'failed' | 'held'
>;

export const NO_COUNTS: RunCounts = {
  invoices: 0,
  sent: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  held: 0,
};
