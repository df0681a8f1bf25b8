import type { Ctx } from '@quittance/kernel';
import { namedTargets } from '@quittance/mass';
import type { CompanyObject } from '@quittance/metadata';
import type { DocumentShape } from './document-shape.js';
import { refusedMembers } from './kept-members.js';

const shape = {
  shares: ['discount'],
  line: { members: { unitPrice: { field: { type: 'number' } } } },
} as unknown as DocumentShape;
const object = {
  resource: 'quotes',
  fields: new Map([
    ['notes', { type: 'text' }],
    ['total', { type: 'currency' }],
  ]),
} as unknown as CompanyObject;

function told(body: object, hidden: readonly string[] = [], readOnly: readonly string[] = []) {
  const rights: Readonly<Record<string, object>> = {
    quotes: { hidden: new Set(hidden), unwritten: new Set([...hidden, ...readOnly]) },
    accounts: { hidden: new Set(hidden), unwritten: new Set(hidden) },
  };
  const fieldBound = hidden.length + readOnly.length > 0 ? ['quotes'] : [];
  const permissions = { fieldBound, fields: (resource: string) => rights[resource] };
  const ctx = { permissions } as unknown as Ctx;
  const said = { reference: 'Q-1', body: body as Record<string, unknown> };
  const error = refusedMembers(ctx, shape, object, said);
  return error?.options.errors?.map(({ pointer, code }) => `${pointer} ${code}`) ?? [];
}
const name = namedTargets.of('name', 'AC\0ME');

test.each([
  ['hidden', { notes: 'x' }, ['notes'], [], ['/notes unknown_field']],
  ['read only', { discount: { percent: '5' } }, [], ['discount'], ['/discount read_only']],
  ['an account by its key', { accountKey: 'C' }, [], ['accountId'], ['/accountKey read_only']],
  ['a key', { accountKey: 'C' }, ['externalKey'], [], ['/accountKey unknown_field']],
  [
    'an account by its name',
    { 'account.name': 'C' },
    [],
    ['accountId'],
    ['/account.name read_only'],
  ],
  ['a line', { lines: [{}, { sku: 'A' }] }, [], ['productId'], ['/lines/1/sku read_only']],
  ['the reference', {}, [], ['externalReference'], ['/reference read_only']],
  ['a total that is hidden', { total: '1' }, ['total'], [], ['/total unknown_field']],
  ['one of hidden prices', { total: '1' }, ['unitPrice'], [], ['/total unknown_field']],
  ['one of a hidden discount', { total: '1' }, ['discount'], [], ['/total unknown_field']],
  ['no total beside hidden text', { total: '1' }, ['notes'], [], []],
  ['no total that nobody writes', { total: '1' }, [], ['total'], []],
  [
    'what is weighed against hidden prices',
    { deposit: { amount: '5' }, lines: [{}, { discount: { amount: '5' } }] },
    ['unitPrice'],
    [],
    ['/deposit unknown_field', '/lines/1/discount unknown_field'],
  ],
  ['no percentage of them', { lines: [{ discount: { percent: '5' } }] }, ['unitPrice'], [], []],
  ['text that nothing keeps', { accountKey: 'A\0' }, [], [], ['/accountKey format']],
  ['a name of a cell', { accountId: name }, [], [], ['/account.name format']],
  [
    'a member of every object',
    JSON.parse('{"__proto__": 1, "lines": [{"constructor": 1}]}') as object,
    [],
    [],
    ['/__proto__ unknown_field', '/lines/0/constructor unknown_field'],
  ],
  ['nothing else', { notes: 'x', lines: [{ sku: 'A' }] }, [], [], []],
])('refuses of a document %s', (_, body, hidden, readOnly, expected) => {
  expect(told(body, hidden, readOnly)).toEqual(expected);
});
