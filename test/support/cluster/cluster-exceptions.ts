const UNBOUND = 'The owner is not bound: what a door sets does not reach the shards of its tables.';

const DOORS = 'what runs with the rights of the owner';
const VIEW = 'a view that a lib publishes';
const PLANS = 'It reads a plan, and the coordinator shows that of a shard in other words.';

interface ClusterException {
  readonly file: string;
  /** With the names of the suites above it, as a report has it: `a suite > a test`. */
  readonly test: string;
  readonly because: string;
  /** It holds now and then, by what is known of rows on a shard: it is not run. */
  readonly varies?: true;
}

/**
 * Tests that do not hold on a cluster, each with the reason. An entry is run and has to fail,
 * unless it varies: whoever makes it pass takes it out, so that the list only becomes shorter.
 */
export const EXCEPTIONS: readonly ClusterException[] = [
  {
    file: 'test/schema.db-spec.ts',
    test: 'the schema > is the one that is kept for review',
    because: 'What is kept for review is the schema as one machine has it.',
  },
  ...[
    'every table of company data > is behind row-level security, which binds its owner too',
    `${DOORS} > says that it means every company, which the owner must`,
    'row-level security alone > binds the owner of the tables as it binds the application',
    'row-level security alone > opens to the owner who says that every company is meant',
  ].map((test) => ({ file: 'test/schema.db-spec.ts', test, because: UNBOUND })),
  {
    file: 'libs/database/src/server/forced-rows.db-spec.ts',
    test: 'the owner sees no company unless it says so, and its doors do',
    because: UNBOUND,
  },
  {
    file: 'test/published-views.db-spec.ts',
    test: `${VIEW} > is taken apart by the planner: who reads it reads the table, by its key`,
    because: PLANS,
  },
  {
    file: 'libs/receivables/src/payments/payments-of-invoice.db-spec.ts',
    test: 'the payments of an invoice > are found without reading those of other invoices',
    because: PLANS,
    varies: true,
  },
  {
    file: 'libs/database/src/server/server.db-spec.ts',
    test: 'does not wait for a password to become right',
    because: 'Nobody needs a password on the cluster of the tests.',
  },
  {
    file: 'test/emptied-database.db-spec.ts',
    test: 'it is not as it was made where a trigger does nothing',
    because: 'Citus refuses to switch triggers of a distributed table off.',
  },
];
