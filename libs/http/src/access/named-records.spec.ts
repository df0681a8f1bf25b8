import { NamedInBodies, namedInPath } from './named-records.js';
import type { ReachedRecords } from './reached-records.js';

const records = (name: string, path: string, members: readonly string[]): ReachedRecords => ({
  name,
  label: name,
  path,
  table: `x.${name}`,
  reach: { resource: `${name}s`, ways: [[]] },
  members,
});
const INVOICE = records('invoice', '/invoices', ['invoiceId', 'invoiceIds']);
const ATTEMPT = records('attempt', '/dunning/attempts', []);
const TABLE = {
  records: [INVOICE, ATTEMPT],
  byKind: [{ id: 'relatedId', kind: 'relatedObject' }],
};
const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';

const inPath = (path: string, parameters: Record<string, string>) =>
  namedInPath(TABLE, { path }, parameters).map(({ records: { name }, by, value }) => [
    name,
    by,
    value,
  ]);
const inBody = (body: unknown) =>
  new NamedInBodies(TABLE).of(body).map(({ pointer, value }) => [pointer, value]);

describe('the records of a path', () => {
  test.each(['/invoices/:id', '/invoices/:id/send', '/invoices/:id/lines/:lineId'])(
    'are the one that stands behind its collection: %s',
    (path) => {
      expect(inPath(path, { id: ID, lineId: OTHER })).toEqual([['invoice', 'id', ID]]);
    },
  );

  test('are found by their number as well', () => {
    const found = inPath('/invoices/by-number/:number', { number: 'INV-1' });
    expect(found).toEqual([['invoice', 'number', 'INV-1']]);
  });

  test('are found below a collection of two steps', () => {
    expect(inPath('/dunning/attempts/:id/retry', { id: ID })).toEqual([['attempt', 'id', ID]]);
  });

  test.each(['/invoices', '/invoices/bulk', '/invoices-of/:id', '/others/:id'])(
    'are none of %s',
    (path) => {
      expect(inPath(path, { id: ID })).toEqual([]);
    },
  );

  test('are none where the parameter is no id: the route refuses it', () => {
    expect(inPath('/invoices/:id', { id: 'x' })).toEqual([]);
  });
});

describe('the records of a body', () => {
  test('are found by their members wherever they stand, each with its place', () => {
    const body = { invoiceId: ID, lines: [{ about: { invoiceId: OTHER } }], invoiceIds: [ID] };
    expect(inBody(body)).toEqual([
      ['/invoiceId', ID],
      ['/lines/0/about/invoiceId', OTHER],
      ['/invoiceIds/0', ID],
    ]);
  });

  test('are found by the kind that stands beside their id', () => {
    expect(inBody({ relatedId: ID, relatedObject: 'invoice' })).toEqual([['/relatedId', ID]]);
    expect(inBody({ relatedId: ID, relatedObject: 'lead' })).toEqual([]);
  });

  test('are the same however their id is written', () => {
    expect(inBody({ invoiceId: ID.toUpperCase() })).toEqual([['/invoiceId', ID]]);
  });

  test.each([null, undefined, 'text', { invoiceId: null }, { invoiceId: 'x' }, { invoiceId: 7 }])(
    'are none of %j',
    (body) => {
      expect(inBody(body)).toEqual([]);
    },
  );

  test('are of one kind for each member', () => {
    const twice = { records: [INVOICE, records('bill', '/bills', ['invoiceId'])], byKind: [] };
    expect(() => new NamedInBodies(twice)).toThrow('invoiceId');
  });
});
