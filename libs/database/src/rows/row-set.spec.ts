import type { Tx } from '../tx.js';
import { arrays } from './binary-array.js';
import { rowSetOf } from './row-set.js';

interface Line {
  id: string;
  net: bigint;
  said: object | null;
  state: string;
}

const lines = rowSetOf<Line>('sales.line', [
  { property: 'id', name: 'id', type: 'uuid' },
  { property: 'net', name: 'net_amount', type: 'bigint' },
  { property: 'said', name: 'said', type: 'jsonb' },
  { property: 'state', name: 'state', type: 'text' },
]);
const id = '01900000-0000-7000-8000-00000000000f';

describe('rows that are inserted by columns', () => {
  it('are one statement of their arrays, behind what is the same in all of them', async () => {
    const sent: (readonly [{ readonly text: string }, readonly unknown[]])[] = [];
    const tx = {
      ctx: { companyId: 'c' },
      run: (...given: never) => Promise.resolve(sent.push(given)),
    };
    const columns = lines.arrays([1n, 2n], {
      said: () => '{"a":1}',
      net: (net) => net,
      id: () => id,
    });
    await lines.insertArrays(tx as object as Tx, columns, { state: 'draft' });
    const [statement, params] = sent[0] ?? [];
    expect(statement?.text.replace(/\s+/g, ' ')).toBe(
      'insert into sales.line (company_id, state, id, net_amount, said) ' +
        'select k.id, $2::text, r.id, r.net_amount, r.said::jsonb from company.pub_company k ' +
        'cross join (select unnest($3::uuid[]) as id, unnest($4::bigint[]) as net_amount, ' +
        'unnest($5::text[]) as said) as r where k.id = $1::uuid',
    );
    expect(params).toEqual([
      'c',
      'draft',
      arrays.uuid([id, id], String),
      arrays.int8([1n, 2n], (net) => net),
      arrays.text(['{"a":1}', '{"a":1}'], String),
    ]);
  });

  it('are refused a column of a type that nobody has bound as an array yet', () => {
    const odd = rowSetOf<{ at: string }>('sales.odd', [
      { property: 'at', name: 'at', type: 'interval' },
    ]);
    expect(() => odd.arrays([1], { at: () => '1 day' })).toThrow(/interval/);
  });
});
