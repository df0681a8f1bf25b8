import { newId } from '@quittance/kernel';

/** A row of a file in which two things of different kinds are wrong, and where they are told. */
export interface TwoFaults {
  readonly path: string;
  readonly row: Readonly<Record<string, string>>;
  readonly pointers: readonly string[];
}

/** What there is before the rows come. */
export interface Known {
  readonly account: string;
  readonly product: string;
  readonly pipeline: string;
  readonly book: string;
}

/** Imports that are about other things than rows of records, or tell faults in their own form. */
export const OTHER_IMPORTS: readonly string[] = [
  '/customization/import',
  '/objects/{apiName}/import',
  '/invoices/import',
  '/quotes/import',
  '/sales-orders/import',
  '/usage-events/import',
];

/** One for each object that is imported. */
export function twoFaults({ account, product, pipeline, book }: Known): readonly TwoFaults[] {
  const nobody = newId();
  return [
    {
      path: '/accounts',
      row: { name: 'A', email: 'no address', externalKey: 'K-1' },
      pointers: ['/email', '/externalKey'],
    },
    {
      path: '/activities',
      row: {
        kind: 'call',
        subject: 'S',
        dueAt: 'soon',
        relatedObject: 'account',
        relatedId: nobody,
      },
      pointers: ['/dueAt', '/relatedId'],
    },
    {
      path: '/assets',
      row: {
        serial: 'S',
        accountId: nobody,
        installedOn: '2026-02-02',
        warrantyUntil: '2026-02-01',
      },
      pointers: ['/accountId', '/warrantyUntil'],
    },
    {
      path: '/campaigns',
      row: { name: 'C', budget: '1.005', startDate: '2026-02-02', endDate: '2026-02-01' },
      pointers: ['/budget', '/endDate'],
    },
    {
      path: '/cases',
      row: { subject: 'S', priority: 'none such', accountId: nobody },
      pointers: ['/accountId', '/priority'],
    },
    {
      path: '/contacts',
      row: { lastName: 'L', email: 'no address', accountId: nobody },
      pointers: ['/accountId', '/email'],
    },
    {
      path: '/contracts',
      row: {
        accountId: account,
        startDate: '2026-02-02',
        endDate: '2026-02-01',
        noticeDays: 'many',
      },
      pointers: ['/endDate', '/noticeDays'],
    },
    {
      path: '/deals',
      row: { name: 'D', pipelineId: pipeline, currency: 'ZZZ', probability: '101' },
      pointers: ['/currency', '/pipelineId', '/probability'],
    },
    {
      path: '/deals',
      row: { name: 'D', pipelineId: pipeline, currency: 'JPY', amount: '1.5' },
      pointers: ['/amount', '/currency', '/pipelineId'],
    },
    {
      path: '/exchange-rates',
      row: { base: 'EUR', quote: 'eur', rate: 'much', day: '2026-02-02' },
      pointers: ['/quote', '/rate'],
    },
    {
      path: '/knowledge',
      row: { title: 'T'.repeat(256), body: '<p>B</p>', audience: 'everybody' },
      pointers: ['/audience', '/title'],
    },
    {
      path: '/leads',
      row: { name: 'L', email: 'no address', ownerId: nobody },
      pointers: ['/email', '/ownerId'],
    },
    {
      path: '/ledger-accounts',
      row: { kind: 'supplier', name: 'L', defaultCurrency: 'JPY', creditDays: '-1' },
      pointers: ['/creditDays', '/defaultCurrency'],
    },
    {
      path: '/meters',
      row: { code: 'taken', name: 'M'.repeat(201), aggregation: 'sum' },
      pointers: ['/code', '/name'],
    },
    {
      path: '/pipelines',
      row: { name: 'P'.repeat(101), isDefault: 'perhaps' },
      pointers: ['/isDefault', '/name'],
    },
    {
      path: '/plans',
      row: { name: 'P', productId: product, active: 'perhaps' },
      pointers: ['/active', '/productId'],
    },
    {
      path: '/portal-users',
      row: { directory: 'customer', partyId: nobody, email: 'no address', name: 'N' },
      pointers: ['/email', '/partyId'],
    },
    {
      path: '/pricebooks',
      row: {
        name: 'B',
        currency: 'EUR',
        validFrom: '2026-02-02',
        validTo: '2026-02-01',
        active: 'x',
      },
      pointers: ['/active', '/validTo'],
    },
    {
      path: `/pricebooks/${book}/entries`,
      row: { sku: 'none such', unitPrice: 'much' },
      pointers: ['/sku', '/unitPrice'],
    },
    {
      path: '/products',
      row: { sku: 'ONCE', name: 'P', hsnCode: '1' },
      pointers: ['/hsnCode', '/sku'],
    },
    {
      path: '/tasks',
      row: { subject: 'T', dueDate: 'soon', relatedObject: 'account', relatedId: nobody },
      pointers: ['/dueDate', '/relatedId'],
    },
  ];
}
