import { DomainError } from '@quittance/kernel';
import { parseGroupRequest } from './group-request.js';
import type { ListField, ListQuery } from './list-definition.js';

const fields: Readonly<Record<string, ListField>> = {
  stageId: { sql: 't.stage_id', type: 'id' },
  total: { sql: 't.total', type: 'money', currency: 't.currency' },
  bare: { sql: 't.bare', type: 'money' },
  rate: { sql: 't.rate', type: 'decimal' },
  day: { sql: 't.day', type: 'date' },
  at: { sql: 't.at', type: 'instant' },
  tags: { sql: 't.tags', type: 'set' },
  closed: { sql: 'null', type: 'text', refusal: { code: 'not_stored', message: 'is not' } },
};

function faults(query: ListQuery): string[] {
  try {
    parseGroupRequest({ fields }, query);
    return [];
  } catch (error) {
    const { status, options } = error as DomainError;
    const places = (options.errors ?? []).map(
      ({ parameter, pointer = '', code }) => `${parameter}${pointer} ${code}`,
    );
    return [String(status), ...places];
  }
}

test('rows are asked for where no group is', () => {
  expect(parseGroupRequest({ fields }, { page: '2' })).toBeNull();
});

test('groups have their keys, and what is told of each but the count', () => {
  const aggregate = 'count,sum:total,min:day,avg:rate';
  const read = parseGroupRequest({ fields }, { groupBy: 'stageId,day,at:week', aggregate });
  expect(read?.keys.map(({ name, unit }) => [name, unit])).toEqual([
    ['stageId', null],
    ['day', null],
    ['at', 'week'],
  ]);
  expect(read?.aggregates.map(({ fn, name }) => `${fn}:${name}`)).toEqual([
    'sum:total',
    'min:day',
    'avg:rate',
  ]);
});

test.each<[ListQuery, string[]]>([
  [{ groupBy: '' }, ['groupBy/0 unknown_field']],
  [{ groupBy: 'constructor' }, ['groupBy/0 unknown_field']],
  [{ groupBy: 'stageId,stageId' }, ['groupBy/1 duplicate']],
  [{ groupBy: 'day:month,day:year' }, ['groupBy/1 duplicate']],
  [{ groupBy: 'stageId,day,day:day' }, ['groupBy/2 duplicate']],
  [{ groupBy: 'stageId,day,at:day,rate' }, ['groupBy max']],
  [{ groupBy: 'at' }, ['groupBy/0 required']],
  [{ groupBy: 'at:hour' }, ['groupBy/0 enum']],
  [{ groupBy: 'stageId:day' }, ['groupBy/0 enum']],
  [{ groupBy: 'day:day:day' }, ['groupBy/0 unknown_field']],
  [{ groupBy: 'total,rate,tags' }, ['groupBy/0 type', 'groupBy/1 type', 'groupBy/2 type']],
  [{ groupBy: 'day', aggregate: 'sum:day' }, ['aggregate/0 type']],
  [{ groupBy: 'day', aggregate: 'sum:bare' }, ['aggregate/0 type']],
  [
    { groupBy: 'day', aggregate: 'sum,median:rate' },
    ['aggregate/0 unknown_field', 'aggregate/1 enum'],
  ],
  [{ groupBy: 'day', sort: 'day', cursor: '' }, ['cursor state', 'sort state']],
  [{ aggregate: 'count' }, ['groupBy required']],
])('%j is refused', (query, expected) => {
  expect(faults(query)).toEqual(['400', ...expected]);
});

test('what the list may not be asked by is refused as such', () => {
  expect(faults({ groupBy: 'closed' })).toEqual(['422', 'groupBy/0 not_stored']);
});
