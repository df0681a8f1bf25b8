import { Client } from 'pg';
import { BUILT_IN_OBJECTS } from '../../../apps/staff-api/src/objects/served-objects';
import type { Taken } from './answer-watch';

/** Writes that leave no audit row, and why that is right: nothing else may be on this list. */
export const UNAUDITED: Readonly<Record<string, string>> = {
  'POST /api/v1/mobile/partner/auth/refresh': 'as of staff',
  'POST /api/v1/mobile/portal/auth/refresh': 'as of staff',
  'POST /api/v1/mobile/portal/knowledge/:id/helpful': 'an opinion, and no change of a record',
  'POST /api/v1/mobile/vendor/auth/refresh': 'as of staff',
  'POST /api/v1/mobile/partner/deal-registrations/check': 'answers a question',
  ...Object.fromEntries(
    ['partner', 'portal', 'vendor'].flatMap((portal) =>
      [':id/read', 'read-all'].map((step) => [
        `POST /api/v1/mobile/${portal}/notifications/${step}`,
        'says what its reader has seen',
      ]),
    ),
  ),
  ...Object.fromEntries(
    [
      'PUT /cart',
      'DELETE /cart',
      'PUT /cart/lines/:lineId',
      'DELETE /cart/lines/:lineId',
      'POST /cart/quick-order',
      'POST /cart/from/order/:id',
      'POST /cart/from/quote/:id',
      'POST /cart/from/favourite-list/:id',
      'POST /orders/:id/reorder',
    ].map((route) => [
      route.replace(' ', ' /api/v1/mobile/portal'),
      'what somebody thinks of ordering is nobody else’s business: the order is a row',
    ]),
  ),
  'POST /api/v1/mobile/portal/invoices/pdf-bundle': 'answers files',
  'POST /api/v1/mobile/portal/subscriptions/:id/preview-change': 'answers a question',
  'POST /auth/refresh': 'a session goes on: that it began and that it ended are rows',
  'POST /billing-schedules/:id/cancel-within-period/preview': 'answers a question',
  'POST /customization/formulas/check': 'answers a question',
  'POST /email-templates/:code/preview': 'answers a question',
  'POST /numbering/preview': 'answers a question',
  'POST /roles/what-if': 'answers a question',
  'POST /sandbox/pay/:linkId': 'the payer at the provider, whose webhook leaves the rows',
  'POST /subscriptions/:id/preview-change': 'answers a question',
  'POST /tax/addresses/validate': 'answers a question',
  'POST /tax/calculate': 'answers a question',
  'POST /workflows/:id/dry-run': 'answers a question',
};

/** What is asked for again, or of nothing, changes nothing: these are taken all the same. */
const MAY_CHANGE_NOTHING =
  /^PATCH |\/(bulk|import|import\/lines|migrate|retry|restore|convert|irn|irn\/cancel|commit|members|checkout|reorder|uploads|logout|renew|request-renewal)$|^(DELETE \/(api.*\/)?auth\/sessions|POST .*\/(portal-users|colleagues)\/:id\/(de|re)activate|POST \/dunning\/(run|late-charges)|POST \/payments\/webhook\/:provider|POST \/quotes\/:id\/send|POST .*\/portal\/(approvals\/:id\/(approve|reject|withdraw)|quotes\/:id\/(accept|order)|subscriptions\/:id\/(change-plan|resume))|POST \/commission-statements|POST \/self-service-quotes\/:id\/(publish|assign|quote))$/;

/** Of whichever object the record is that the path names. */
const ANY = '*';

/** What the rows of a write are about, by how its path begins; the longest beginning counts. */
const OBJECTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(BUILT_IN_OBJECTS.map(({ path, name }) => [path, name])),
  '/api-keys': 'api-key',
  '/api/v1/mobile/partner/commission-statements': 'case',
  '/api/v1/mobile/partner/deal-registrations': 'deal-registration',
  '/api/v1/mobile/partner/deal-registrations/:id/request-quote': 'quote-request',
  '/api/v1/mobile/partner': 'portal-user',
  '/api/v1/mobile/portal': 'portal-user',
  '/api/v1/mobile/portal/cart/checkout': 'sales-order',
  '/api/v1/mobile/portal/cart/request-quote': 'quote-request',
  '/api/v1/mobile/portal/favourite-lists': 'favourite-list',
  '/api/v1/mobile/portal/approval-rules': 'account',
  '/api/v1/mobile/portal/approvals': 'portal-approval',
  '/api/v1/mobile/portal/cases': 'case',
  '/api/v1/mobile/portal/contracts': 'quote-request',
  '/api/v1/mobile/portal/addresses': 'portal-address',
  '/api/v1/mobile/portal/invoices': 'invoice',
  '/api/v1/mobile/portal/invoices/:id/payments': 'payment',
  '/api/v1/mobile/portal/orders': 'sales-order',
  '/api/v1/mobile/portal/payments': 'payment',
  '/api/v1/mobile/portal/payments/checkout': 'checkout',
  '/api/v1/mobile/portal/payments/checkouts': 'checkout',
  '/api/v1/mobile/portal/quote-requests': 'quote-request',
  '/api/v1/mobile/portal/quotes': 'quote',
  '/api/v1/mobile/portal/subscriptions': 'subscription',
  '/api/v1/mobile/vendor': 'portal-user',
  '/api/v1/mobile/vendor/me/bank-details': 'ledger-account',
  '/api/v1/mobile/vendor/me/company': 'ledger-account',
  '/auth': 'user',
  '/billing-runs': 'billing-run',
  '/billing-schedules': 'billing-schedule',
  '/cases/sla-policy': 'sla-policy',
  '/commission-plans': 'commission-plan',
  '/commission-statements': 'commission-statement',
  '/commissions': 'commission',
  '/company': 'company',
  '/company/sign-in': 'directory',
  '/connectors': 'connector',
  '/credit-checks': 'credit-check',
  '/credit-checks/:id/override': 'credit-override',
  '/credit-holds': 'credit-hold',
  '/credit-notes': 'credit-note',
  '/credit-overrides': 'credit-override',
  '/currencies': 'currency',
  '/customization/duplicate-rules': 'duplicate_rule',
  '/customization/forms': 'form',
  '/customization/import': 'setup',
  '/customization/objects': 'custom_object',
  '/customization/objects/:name/fields': 'custom_field',
  '/customization/objects/:object/layouts': 'layout',
  '/customization/objects/:object/list-views': 'list_view',
  '/customization/revisions': ANY,
  '/customization/validation-rules': 'validation_rule',
  '/deal-registrations': 'deal-registration',
  '/deposits': 'invoice',
  '/documents': ANY,
  '/dunning/attempts': 'dunning-attempt',
  '/dunning/late-charges': 'invoice',
  '/dunning/late-terms': 'late-terms',
  '/dunning/pauses': 'dunning-pause',
  '/dunning/run': 'dunning-run',
  '/dunning/schedule': 'dunning-schedule',
  '/email-templates': 'email-template',
  '/emails': 'email',
  '/events': 'event',
  '/forms': 'form_submission',
  '/invoices': 'invoice',
  '/invoices/:id/payments': 'payment',
  '/ledger-accounts': 'ledger-account',
  '/masters': 'master',
  '/numbering': 'numbering',
  '/objects/:apiName': ANY,
  '/opportunities': 'deal',
  '/partner-members': 'partner-member',
  '/payments': 'payment',
  '/payments/checkout': 'checkout',
  '/payments/disputes': 'unapplied-receipt',
  '/payments/unapplied-receipts': 'unapplied-receipt',
  '/plans/:planId/versions': 'plan-version',
  '/portal-settings': ANY,
  '/portal-users': 'portal-user',
  '/pricebooks/:bookId/entries': 'price-book-entry',
  '/public/quotes': 'quote',
  '/q': 'quote',
  '/quote-templates': 'quote-template',
  '/quotes': 'quote',
  '/sales-orders': 'sales-order',
  '/roles': 'role',
  '/self-service-quotes': 'quote-request',
  '/settings/credit': 'credit-settings',
  '/settings/quote-approval': 'company',
  '/settings/quotes': 'company',
  '/subscriptions': 'subscription',
  '/subscriptions/:id/usage': 'usage',
  '/tax/codes': 'tax-code',
  '/tax/exemptions': 'tax-exemption',
  '/tax/jurisdictions': 'tax-jurisdiction',
  '/tax/rates': 'tax-rate',
  '/record-approvals': 'record-approval',
  '/tax/seed': 'tax-set-up',
  '/tax/transactions': 'tax-transaction',
  '/view-as-sessions': 'view-as-session',
  '/usage-events': 'usage',
  '/users': 'user',
  '/views': 'view',
  '/webhooks': 'webhook',
  '/workflows': 'workflow_rule',
};

/** A row of the audit log as a test looks at it. */
export interface AuditRow {
  readonly requestId: string;
  readonly companyId: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly object: string;
  readonly recordId: string | null;
}

/** Whether a row is about what a route changes; never, where nobody has said what that is. */
export function isAbout({ object }: Pick<AuditRow, 'object'>, path: string): boolean {
  const starts = Object.keys(OBJECTS).filter(
    (start) => path === start || path.startsWith(`${start}/`),
  );
  const [longest = ''] = starts.sort((a, b) => b.length - a.length);
  const about = OBJECTS[longest];
  return about === ANY || about === object;
}

/** What requests have left in the audit log, by request. `ownerUrl` is bound to no company. */
export async function auditRowsOf(
  ownerUrl: string,
  taken: readonly Taken[],
): Promise<ReadonlyMap<string, readonly AuditRow[]>> {
  const found = new Map<string, AuditRow[]>();
  if (taken.length === 0) return found;
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<AuditRow>(
      `select request_id as "requestId", company_id as "companyId", actor_kind as "actorKind",
         actor_id as "actorId", action, object, record_id as "recordId"
       from audit.entry where request_id = any($1)`,
      [taken.map(({ requestId }) => requestId)],
    );
    for (const row of rows) found.set(row.requestId, [...(found.get(row.requestId) ?? []), row]);
  } finally {
    await owner.end();
  }
  return found;
}

/** Asked with `preview: true`, a change of a subscription answers what it would cost. */
const isPreview = ({ route, body }: Taken) =>
  route === 'POST /subscriptions/:id/change' && body.includes('"previewHash"');

/** The writes of these that had to leave an audit row and have left none, one line each. */
export async function unauditedWrites(
  ownerUrl: string,
  taken: readonly Taken[],
): Promise<readonly string[]> {
  const changing = taken.filter((each) => {
    const { route, dryRun } = each;
    const changesNothing = route in UNAUDITED || MAY_CHANGE_NOTHING.test(route);
    return !dryRun && !changesNothing && !isPreview(each);
  });
  const rows = await auditRowsOf(ownerUrl, changing);
  return changing
    .filter(({ requestId, route }) => {
      const [, template = ''] = route.split(' ');
      return !rows.get(requestId)?.some((row) => isAbout(row, template));
    })
    .map(({ route, path, status }) => `${route} ${status} left no audit row of its own (${path})`);
}
