'use strict';

/**
 * Faults that no test noticed once, and the one that does now. `from` stands once in the file;
 * `test` is the project, a part of the spec's path, and a part of the title that must fail.
 */
exports.MUTATIONS = [
  {
    name: 'a refund leaves no entry in the audit log',
    file: 'libs/receivables/src/payments/refund-payment-in.ts',
    from: '  audit(tx, {\n    action: type,',
    to: '  void ({\n    action: type,',
    also: [["import { audit } from '@quittance/audit';\n", '']],
    test: ['database', 'refund-payment.db-spec', 'a refund is logged with what'],
  },
  {
    name: 'a capture is taken for booked by another provider’s id',
    file: 'libs/receivables/src/payments/payment.repository.ts',
    from: 'where company_id = $1 and provider = $2 and provider_payment_id = any($3::text[])',
    to: 'where company_id = $1 and $2::text is not null and provider_payment_id = any($3::text[])',
    test: ['database', 'book-captures.db-spec', 'of two providers are two'],
  },
  {
    name: 'completed payments count as being under way',
    file: 'libs/receivables/src/stated-payments/stated-allocation.repository.ts',
    from: "p.invoice_id = ${invoice} and p.status = 'pending'",
    to: 'p.invoice_id = ${invoice}',
    test: ['api', 'dunning.e2e-spec', 'pursues what is left of a half-paid invoice'],
  },
  {
    name: 'a schedule ends before what is billed',
    file: 'libs/billing/src/schedules/update-schedule.ts',
    from: 'endDate !== null && endDate < earliest',
    to: 'endDate !== null && endDate < startDate',
    test: ['database', 'update-schedule.db-spec', 'is not ended before what is billed'],
  },
  {
    name: 'who was deactivated repeats a refresh',
    file: 'libs/identity/src/sessions/refresh.ts',
    from: "return token.userMaySignIn ? 'repeat' : 'refuse';",
    to: "return 'repeat';",
    test: ['unit', 'sessions/refresh.spec', ''],
  },
  {
    name: 'a period that starts on the last day cannot be activated',
    file: 'libs/billing/src/schedules/schedule.ts',
    from: 'endDate !== null && nextBillingDate > endDate',
    to: 'endDate !== null && nextBillingDate >= endDate',
    test: ['unit', 'schedules/schedule.spec', 'a period starting on its end date'],
  },
  {
    name: 'a quarter has four months',
    file: 'libs/numbering/src/number-format.ts',
    from: '.month - 1) / 3)',
    to: '.month - 1) / 4)',
    test: ['unit', 'number-format.spec', ''],
  },
  {
    name: 'a refund takes the oldest allocation first',
    file: 'libs/receivables/src/payments/refund.repository.ts',
    from: 'order by max(a.created_at) filter (where a.refund_id is null) desc',
    to: 'order by max(a.created_at) filter (where a.refund_id is null) asc',
    test: ['database', 'refund-payment.db-spec', 'at the later instant, whatever their ids'],
  },
  {
    name: 'a discount goes past the price of a credited line',
    file: 'libs/tax/src/calculation/line-amount.ts',
    from: 'after !== 0n && after < 0n !== before < 0n',
    to: 'before > 0n && after < 0n',
    test: ['unit', 'price-document.spec', ''],
  },
  {
    name: 'invoices are locked in an order of each connection',
    file: 'libs/receivables/src/invoices/invoice.repository.ts',
    from: 'any($2::uuid[])\n  order by i.id for no key update`);',
    to: 'any($2::uuid[])\n  order by md5(i.id::text || pg_backend_pid()) for no key update`);',
    test: ['database', 'lock-order.db-spec', ''],
  },
  {
    name: 'a decimal has thirteen digits behind the point',
    file: 'libs/money/src/decimal.ts',
    from: 'const MOST_FRACTION = 12;',
    to: 'const MOST_FRACTION = 13;',
    test: ['unit', 'decimal.spec', 'takes twelve digits after the point'],
  },
  {
    name: 'an amount may be the limit',
    file: 'libs/money/src/money.ts',
    from: 'minor < limit && minor > -limit',
    to: 'minor <= limit && minor >= -limit',
    test: ['unit', 'money.spec', ''],
  },
  {
    name: 'the largest line is refused',
    file: 'libs/tax/src/calculation/line-amount.ts',
    from: 'full > LARGEST_LINE || full < -LARGEST_LINE',
    to: 'full >= LARGEST_LINE || full <= -LARGEST_LINE',
    test: ['unit', 'price-document.spec', 'may come to ten thousand billion'],
  },
  {
    name: 'the books are not proved behind a refund',
    file: 'libs/receivables/src/payments/refund-payment-in.ts',
    from: '  tx.later(checkBooks(tx, touched));',
    to: '  void touched;',
    also: [["import { checkBooks } from '../check-books.js';\n", '']],
    test: ['database', 'refund-payment.db-spec', 'is undone when the books'],
  },
];
