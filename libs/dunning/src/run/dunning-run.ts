import { date, datetime, integer, json, lookup, picklist } from '@quittance/fields';
import { describeNoun, system, type RowOf } from '@quittance/nouns';
import type { Actor } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DunningRunId } from '../attempts/attempt.js';

const STATUSES = { running: 'Running', completed: 'Completed', failed: 'Failed' } as const;
export type DunningRunStatus = keyof typeof STATUSES;

const unlisted = { listed: false } as const;
const count = (label: string, help?: string) =>
  system(integer(label, { ...(help && { help }) }), unlisted);

/** One pass over the overdue invoices of a company. */
export const runNoun = describeNoun({
  name: 'dunning-run',
  label: 'Dunning run',
  pluralLabel: 'Dunning runs',
  path: '/dunning/runs',
  table: 'dunning.run',
  alias: 'r',
  defaultSort: '-startedAt',
  members: {
    id: system(lookup<DunningRunId>('Id', null), unlisted),
    asOf: system(date('As of')),
    status: system(picklist('Status', STATUSES)),
    invoices: count('Invoices', 'Overdue invoices looked at.'),
    letters: count('Letters', 'On their way, whatever number of invoices each is about.'),
    sent: count('Sent', 'Invoices about which a letter is on its way.'),
    done: count('Done'),
    skipped: count('Skipped'),
    failed: system(integer('Failed')),
    held: count('Held', 'Invoices about which nothing was done.'),
    actor: system(json<Pick<Actor, 'kind' | 'id' | 'name'>>('Actor')),
    startedAt: system(datetime('Started at')),
    finishedAt: system(datetime('Finished at'), { nullable: true }),
  },
});

export type DunningRun = RowOf<typeof runNoun.members>;

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
  'invoices' | 'letters' | 'sent' | 'done' | 'skipped' | 'failed' | 'held'
>;

export const NO_COUNTS: RunCounts = {
  invoices: 0,
  letters: 0,
  sent: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  held: 0,
};
