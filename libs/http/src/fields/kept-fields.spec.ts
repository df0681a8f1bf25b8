import { Readable } from 'node:stream';
import type { FieldRights } from '@quittance/lists';
import type { Permissions } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { KeptFields } from './kept-fields.js';

const objects = new Map(
  [
    ['deal', 'deals'],
    ['account', 'accounts'],
    ['invoice', 'invoices'],
  ].map(([name = '', resource = '']) => [name, { name, resource, fields: new Map() }]),
);
const model = { objects } as unknown as CompanyModel;

const rights = (...names: string[]): FieldRights => ({
  hidden: new Set(names),
  unwritten: new Set([...names, 'stage']),
});
const HIDDEN: Readonly<Record<string, FieldRights>> = {
  deals: rights('amount', 'name'),
  accounts: rights('limit'),
  '*': rights('accountLimit'),
};
const permissions = {
  fields: (resource: string) => HIDDEN[resource],
  fieldBound: Object.keys(HIDDEN),
} as unknown as Permissions;
const kept = new KeptFields(permissions, model, ['deals']);

test.each([
  ['a record', { id: '1', amount: '5', stage: 'x' }, { id: '1', stage: 'x' }],
  ['rows', { data: [{ id: '1', name: 'A' }], total: 1 }, { data: [{ id: '1' }], total: 1 }],
  ['what stands around rows', { data: [], amount: 3 }, { data: [], amount: 3 }],
  ['another record beside it', { account: { name: 'A', limit: '9' } }, { account: { name: 'A' } }],
  ['a member named after another', { accountLimit: '9', id: '1' }, { id: '1' }],
  [
    'a member through a lookup',
    { 'account.limit': '9', 'account.name': 'A' },
    { 'account.name': 'A' },
  ],
  [
    'history',
    { data: [{ before: { amount: '1' }, after: { amount: '2', stage: 'x' } }] },
    { data: [{ before: {}, after: { stage: 'x' } }] },
  ],
  [
    'fields of a layout',
    { fields: [{ name: 'amount', label: 'Amount', value: '5' }] },
    { fields: [] },
  ],
  [
    'what a field of a layout holds',
    { fields: [{ field: 'account', label: 'A', value: { name: 'A', limit: '9' } }] },
    { fields: [{ field: 'account', label: 'A', value: { name: 'A' } }] },
  ],
  ['columns of a view', { columns: ['amount', 'stage'] }, { columns: ['stage'] }],
  [
    'an event of another kind',
    { object: 'account', data: { limit: '9', id: '1' } },
    { object: 'account', data: { id: '1' } },
  ],
])('leaves out of %s what is hidden', (_, answer, expected) => {
  expect(kept.shown(answer)).toEqual(expected);
});

test.each([
  ['a hidden member', { amount: '5' }, [{ pointer: '/amount', hidden: true }]],
  ['one that is read only', { stage: 'x' }, [{ pointer: '/stage', hidden: false }]],
  [
    'one in a patch',
    { ids: [], patch: { amount: '5' } },
    [{ pointer: '/patch/amount', hidden: true }],
  ],
  ['lines', { lines: [{}, { amount: '5' }] }, [{ pointer: '/lines/1/amount', hidden: true }]],
  ['items', { items: [{}, { amount: '5' }] }, [{ pointer: '/items/1/amount', hidden: true }]],
  [
    'members of members',
    { change: { add: [{ prices: [{ stage: 'x' }] }] } },
    [{ pointer: '/change/add/0/prices/0/stage', hidden: false }],
  ],
  ['nothing of another kind', { account: { amount: '5' }, invoices: [{ stage: 'x' }] }, []],
  ['nothing of a file that is still read', Object.assign(Readable.from([]), { amount: '5' }), []],
  ['nothing that is asked by', { filter: { and: [{ stage: 'x' }] }, title: 'x' }, []],
])('finds in a body %s', (_, body, expected) => {
  expect(kept.unwritten(body)).toEqual(expected);
});
