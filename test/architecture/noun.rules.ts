import { production } from './sources';

/**
 * A plain member of a noun that is described once, by its name and its column, with what may name
 * it beside the description and the migrations: those who print it or write letters with it.
 */
const PLAIN: readonly (readonly [name: RegExp, description: string, users: readonly RegExp[]])[] = [
  [
    /\b(poNumber|po_number)\b/,
    'libs/receivables/src/invoices/invoice.description.ts',
    [
      /^libs\/(documents|dunning|notifications)\//,
      // What a letter says of an invoice that is overdue.
      /^libs\/receivables\/src\/overdue\/overdue-invoices\.ts$/,
      // Subscriptions have one of their own.
      /^libs\/sales\/src\/subscriptions\/subscription\.description\.ts$/,
      // The invoices of a subscription say it: by run, by change and of usage ahead.
      /^libs\/sales\/src\/billed\/billed-subscriptions\.ts$/,
      /^libs\/billing\/src\/(subscriptions\/|run\/bill-period|schedules\/billing-plan)/,
      /^libs\/billing\/src\/interim\/bill-interim-usage\.ts$/,
      /^libs\/receivables\/src\/invoices\/store-drafts\.ts$/,
      // Printed by the same sheet, which has a place for it.
      /^libs\/receivables\/src\/printing\/printable-credit-note\.ts$/,
      // What a customer says their order is called, as they accept a quote, and their order's.
      /^libs\/sales\/src\/(quotes\/decisions|orders)\//,
      /^apps\/(staff-api|portal-api)\/src\/sales\//,
      // Nor is a quote accepted in the portal without one, where the company asks for it.
      /^libs\/portal\/src\/approvals\/accept(-customer-quote|ance-rules)\.ts$/,
      // Of each member of what customers are shown it is said who of them sees it.
      /^apps\/portal-api\/src\/customer\/(sales|shown)\//,
      /^libs\/receivables\/src\/orders\//,
      // A credit note has that of the invoice it corrects, and events say it of the note.
      /^libs\/receivables\/src\/credit-notes\/(create-credit-note|credit-note\.description)\.ts$/,
      /^libs\/contracts\/src\/payloads\/receivables\.ts$/,
      // A quote says it for its order, and shares the member with it.
      /^libs\/sales\/src\/quotes\/(quote\.description|revise-quote)\.ts$/,
      /^libs\/sales\/src\/quotes\/printing\/printable-quote\.ts$/,
      /^libs\/sales\/src\/quotes\/receipts\/quote-(content|receipt)\.ts$/,
      // The page of a quote asks for it with what it knows.
      /^libs\/sales\/src\/quotes\/sharing\/public-quote\.ts$/,
      // A cart has one for the order that it becomes.
      /^libs\/storefront\/src\/(cart|checkout)\//,
      /^apps\/portal-api\/src\/customer\/shop\//,
    ],
  ],
];

/** A noun is described once. */
export function nounRules(): void {
  describe('a noun is described once', () => {
    test.each(PLAIN)('%s stands in one line of the description', (name, description) => {
      const text = production.find(({ path }) => path === description)?.text ?? '';
      expect(text.split('\n').filter((line) => name.test(line))).toHaveLength(1);
    });

    test.each(PLAIN)('%s is named by nobody who has no use for it', (name, description, users) => {
      const naming = production
        .filter(({ text }) => name.test(text))
        .map(({ path }) => path)
        .filter((path) => path !== description && !path.includes('/migrations/'));
      expect(naming.filter((path) => !users.some((user) => user.test(path)))).toEqual([]);
    });
  });
}
