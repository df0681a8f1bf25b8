'use strict';

const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Files that only the deep tier runs: what they show costs much and breaks seldom. */
const ONLY_DEEP = [
  'test/faults/cluster/billing-cluster.spec.ts',
  'test/faults/cluster/guide.spec.ts',
  'test/faults/cluster/lost-node.spec.ts',
  'test/faults/cluster/shard-rows.spec.ts',
  'test/faults/database-faults.spec.ts',
  'test/faults/database-killed.spec.ts',
  'test/scenarios/nest-build.spec.ts',
  'test/scenarios/nodes.spec.ts',
];

/**
 * Files that take much and show what seldom breaks, or breaks only together with what others show:
 * each commit runs those of one list, and the deep tier all. The lists take about as long. They
 * start processes of the product and kill them, or servers of PostgreSQL; or go through
 * combinations of rules that are each tested by themselves, and through hostile inputs.
 */
const IN_TURN = [
  [
    'apps/portal-api/test/approvals/approval-rules.e2e-spec.ts',
    'apps/portal-api/test/approvals/committed.e2e-spec.ts',
    'apps/portal-api/test/stripe-webhooks.e2e-spec.ts',
    'apps/portal-api/test/told/pushes.e2e-spec.ts',
    'apps/portal-api/test/webhooks.e2e-spec.ts',
    'apps/staff-api/test/customization/hidden-amounts.e2e-spec.ts',
    'apps/staff-api/test/customization/setup-work.e2e-spec.ts',
    'apps/staff-api/test/gateway/gateway-stripe.e2e-spec.ts',
    'apps/staff-api/test/hostile/hostile-values.e2e-spec.ts',
    'apps/staff-api/test/receivables/e-invoice-profiles.e2e-spec.ts',
    'apps/staff-api/test/sales/debtors.e2e-spec.ts',
    'apps/staff-api/test/sales/item-discounts.e2e-spec.ts',
    'apps/staff-api/test/sales/other-frequency.e2e-spec.ts',
    'apps/staff-api/test/sales/previewed-credits.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/lives.property.e2e-spec.ts',
    'apps/staff-api/test/sales/taxes/mixed-taxes.e2e-spec.ts',
    'libs/notifications/src/rendering/template-renderer.spec.ts',
    'libs/objects/src/values/build-field-indexes.db-spec.ts',
    'libs/providers/payment-stripe/src/stripe-provider.spec.ts',
    'libs/receivables/src/import/import-invoices.db-spec.ts',
    'libs/webhooks/src/messages/deliver-messages.db-spec.ts',
    'test/faults/damaged-rows.spec.ts',
    'test/faults/kills/capture-kill.spec.ts',
    'test/faults/kills/staff-money-kill.spec.ts',
    'test/faults/provider-calls.spec.ts',
    'test/faults/tax-billing-run.spec.ts',
    'test/scenarios/demo.spec.ts',
    'test/scenarios/mailed-quote.spec.ts',
    'test/scenarios/serve-database.spec.ts',
  ],
  [
    'apps/cli/src/embedded/embedded.db-spec.ts',
    'apps/staff-api/test/access/rights-of-senders.e2e-spec.ts',
    'apps/staff-api/test/objects/files-come-back.e2e-spec.ts',
    'apps/staff-api/test/sales/contracts/billed-contracts.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/given-up-periods.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/planned-days.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/races.e2e-spec.ts',
    'apps/staff-api/test/sales/taxes/changed-taxes.e2e-spec.ts',
    'apps/staff-api/test/sales/usage/returned-usage.e2e-spec.ts',
    'apps/staff-api/test/sales/voided-subscriptions.e2e-spec.ts',
    'test/faults/capture-forgery.spec.ts',
    'test/faults/kills/dunning-kill.spec.ts',
    'test/faults/kills/frozen-process.spec.ts',
    'test/faults/kills/subscriber-kill.spec.ts',
    'test/faults/provider-faults.spec.ts',
    'test/faults/secret-rotation.spec.ts',
    'test/faults/tax-recording.spec.ts',
    'test/scenarios/mailed-invoice.spec.ts',
  ],
  [
    'apps/portal-api/test/limits/sign-in-storm.e2e-spec.ts',
    'apps/portal-api/test/payments/customer-disputes.e2e-spec.ts',
    'apps/portal-api/test/requests/request-files.e2e-spec.ts',
    'apps/portal-api/test/told/heard-matrix.e2e-spec.ts',
    'apps/staff-api/test/customization/revisions.e2e-spec.ts',
    'apps/staff-api/test/hostile/bad-http.e2e-spec.ts',
    'apps/staff-api/test/hostile/hostile-loads.e2e-spec.ts',
    'apps/staff-api/test/hostile/rules-attacks.e2e-spec.ts',
    'apps/staff-api/test/hostile/writes.e2e-spec.ts',
    'apps/staff-api/test/http/lists.e2e-spec.ts',
    'apps/staff-api/test/objects/import-again.e2e-spec.ts',
    'apps/staff-api/test/objects/objects-mass.e2e-spec.ts',
    'apps/staff-api/test/rules/document-approvals.e2e-spec.ts',
    'apps/staff-api/test/sales/plan-migration.e2e-spec.ts',
    'apps/staff-api/test/sales/quotes/quote-approvals.e2e-spec.ts',
    'apps/staff-api/test/sales/quotes/quote-documents.e2e-spec.ts',
    'apps/staff-api/test/sales/quotes/quoted-plans.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/changed-by-hand.e2e-spec.ts',
    'apps/staff-api/test/sales/usage/interim-changes.e2e-spec.ts',
    'libs/documents/src/e-invoices/published-rules.spec.ts',
    'test/emptied-database.db-spec.ts',
    'test/faults/kills/email-kill.spec.ts',
    'test/faults/kills/standstill-host.spec.ts',
    'test/faults/stripe-webhooks.spec.ts',
    'test/faults/tax-provider.spec.ts',
    'test/faults/webhooks.spec.ts',
    'test/scenarios/bundle.spec.ts',
    'test/scenarios/given-database.spec.ts',
  ],
  [
    'apps/portal-api/test/approvals/plans.e2e-spec.ts',
    'apps/portal-api/test/payments/shared-payments.e2e-spec.ts',
    'apps/portal-api/test/portal-limits.e2e-spec.ts',
    'apps/portal-api/test/portal-mfa.e2e-spec.ts',
    'apps/portal-api/test/requests/orders-of-requests.e2e-spec.ts',
    'apps/staff-api/test/access/account-scopes.e2e-spec.ts',
    'apps/staff-api/test/access/record-scopes.e2e-spec.ts',
    'apps/staff-api/test/objects/listed-scopes.e2e-spec.ts',
    'apps/staff-api/test/objects/objects-safety.e2e-spec.ts',
    'apps/staff-api/test/sales/kept-changes.e2e-spec.ts',
    'apps/staff-api/test/sales/orders/order-growth.e2e-spec.ts',
    'apps/staff-api/test/sales/orders/paid-deposits.e2e-spec.ts',
    'apps/staff-api/test/sales/other-frequency-agreed.e2e-spec.ts',
    'apps/staff-api/test/sales/quotes/quote-by-key.e2e-spec.ts',
    'apps/staff-api/test/sales/quotes/quote-credit.e2e-spec.ts',
    'apps/staff-api/test/sales/settled/given-by-hand.e2e-spec.ts',
    'apps/staff-api/test/sales/split-periods.e2e-spec.ts',
    'apps/staff-api/test/sales/usage/usage-limits.e2e-spec.ts',
    'libs/credit/src/credit-states.db-spec.ts',
    'libs/notifications/src/rendering/hostile-templates.spec.ts',
    'test/faults/billing-run.spec.ts',
    'test/faults/kills/gateway-kill.spec.ts',
    'test/faults/kills/standstill.spec.ts',
    'test/faults/kills/workflow-kill.spec.ts',
    'test/faults/money-interleavings.spec.ts',
    'test/faults/scripted-interleavings.spec.ts',
    'test/scenarios/restore.spec.ts',
    'test/scenarios/tracing.spec.ts',
  ],
];

/** What says that a file runs more of itself in the deep tier than in the fast one. */
const SAYS_SO = /from '[./\w-]*\/(tier|kill-cases|bad-input-stage|several-at-once)(\.js)?'/;
const WITHOUT_SAYING = ['test/faults/simulation.spec.ts'];

/**
 * Processor seconds in the deep tier, roughly, with what a file starts; the others take about ten.
 */
const COST = {
  'access-matrix': 60,
  'access-tenancy': 20,
  'bad-address': 140,
  'bad-input': 110,
  'beyond-own': 16,
  'billing-cluster': 150,
  'billing-run': 150,
  'capture-kill': 50,
  'damaged-rows': 12,
  'database-faults': 150,
  'database-killed': 60,
  demo: 25,
  'documented-lists': 15,
  'document-renderer': 30,
  'email-kill': 20,
  'field-kinds': 55,
  'frozen-process': 10,
  'gateway-kill': 110,
  'given-database': 40,
  guide: 60,
  'hostile-loads': 40,
  'hostile-values': 40,
  'lost-node': 60,
  'money-interleavings': 40,
  'nest-build': 30,
  nodes: 180,
  'objects-safety': 40,
  'price-document': 80,
  'printable-invoice': 35,
  property: 25,
  'rest-of-line': 50,
  restore: 20,
  'schema-payloads': 50,
  'shard-rows': 40,
  simulation: 100,
  'staff-money-kill': 90,
  standstill: 25,
  start: 25,
  tracing: 20,
  'workflow-kill': 25,
};
const USUAL_COST = 10;

/** So many processor seconds at most in one part, or a single file. */
const MOST_IN_A_PART = 150;

/** The test files of the deep tier, relative to the root with forward slashes, in order. */
function deepFiles(root) {
  const files = ['apps', 'libs', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /[.-]spec\.ts$/.test(path)),
  );
  const listed = new Set([...ONLY_DEEP, ...IN_TURN.flat(), ...WITHOUT_SAYING]);
  const isDeep = (path) => listed.has(path) || SAYS_SO.test(readFileSync(join(root, path), 'utf8'));
  return files.filter(isDeep).sort();
}

const costOf = (path) => COST[path.split('/').at(-1).split('.')[0]] ?? USUAL_COST;

/** The same files in parts of which each takes a few minutes: the same parts for the same files. */
function deepParts(files) {
  const parts = [];
  for (const path of [...files].sort((a, b) => costOf(b) - costOf(a))) {
    const cost = costOf(path);
    const room = parts.find((part) => part.cost + cost <= MOST_IN_A_PART);
    if (room) room.files.push(path);
    else parts.push({ files: [path], cost: 0 });
    (room ?? parts.at(-1)).cost += cost;
  }
  return parts.map((part) => part.files);
}

module.exports = { IN_TURN, ONLY_DEEP, deepFiles, deepParts };
