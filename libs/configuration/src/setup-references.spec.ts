import type { Tx } from '@quittance/database';
import { ReferenceNames, type SetupReference } from './setup-references.js';

const ID = '01a2b3c4-0000-7000-8000-000000000001';
const TWIN = '01a2b3c4-0000-7000-8000-000000000002';
const OTHER = '01a2b3c4-0000-7000-8000-00000000000f';

/** Nothing of it is asked: the records are told here. */
const seeing = (...resources: readonly string[]) =>
  ({
    ctx: { permissions: { can: (resource: string) => resources.includes(resource) } },
  }) as unknown as Tx;
const tx = seeing('pipelines');

function namesOf(
  records: Readonly<Record<string, readonly (readonly [string, string])[]>>,
  by: Tx = tx,
) {
  let reads = 0;
  const references = Object.entries(records).map(([kind, rows]): SetupReference => ({
    kind,
    resource: 'pipelines',
    read: async () => {
      reads += 1;
      return rows.map(([id, name]) => ({ id, name }));
    },
  }));
  return { names: new ReferenceNames(by, references), reads: () => reads };
}

const HERE = { stage: [[ID, 'Sales/50 % "sure" @ \\']] } as const;
const THERE = { stage: [[OTHER, 'sales/50 % "SURE" @ \\']] } as const;

describe('what the texts of a set-up refer to', () => {
  it('is named in the one company and found in the other, whatever its name holds', async () => {
    const item = {
      condition: `stageId = "${ID}"`,
      filter: { and: [{ value: [ID.toUpperCase()] }] },
    };
    const told = await namesOf(HERE).names.named(item);
    expect(JSON.stringify(told)).not.toMatch(/01a2b3c4/i);
    expect(told.condition).toBe('stageId = "@@stage:Sales/50 %25 %22sure%22 %40 %5C@@"');
    expect(await namesOf(THERE).names.resolved(told)).toEqual({
      item: { condition: `stageId = "${OTHER}"`, filter: { and: [{ value: [OTHER] }] } },
      faults: [],
    });
  });

  it('stays where nobody knows the id, and is a fault where nobody has the name', async () => {
    const { names } = namesOf(HERE);
    const item = { condition: `a = "${OTHER}"`, list: ['@@stage:Gone@@', '@@user:x%zz@@'] };
    expect(await names.named(item)).toEqual(item);
    const { item: kept, faults } = await names.resolved(item);
    expect(kept).toEqual(item);
    expect(faults).toEqual([
      {
        pointer: '/list/0',
        code: 'reference',
        message: 'names the stage “Gone”, which this company has not, or you may not view',
      },
      {
        pointer: '/list/1',
        code: 'reference',
        message: 'names the user “x%zz”, which this company has not, or you may not view',
      },
    ]);
  });

  it('means the first of those that are called alike, and leaves the rest their ids', async () => {
    const { names } = namesOf({
      stage: [[ID, 'Sales/New'] as const, [TWIN, 'SALES/new'] as const],
    });
    expect(await names.named({ a: ID, b: TWIN })).toEqual({ a: '@@stage:Sales/New@@', b: TWIN });
    expect((await names.resolved({ a: '@@Stage:sales/NEW@@' })).item).toEqual({ a: ID });
  });

  it('is not told of what is beyond reach, under which name another may be meant', async () => {
    const read = async () => [
      { id: TWIN, name: 'Spring', isSeen: false },
      { id: ID, name: 'SPRING' },
      { id: OTHER, name: 'Secret', isSeen: false },
    ];
    const names = new ReferenceNames(tx, [{ kind: 'campaign', resource: 'pipelines', read }]);
    expect(await names.named({ a: TWIN, b: OTHER })).toEqual({ a: TWIN, b: OTHER });
    expect((await names.resolved({ a: '@@campaign:Spring@@' })).item).toEqual({ a: ID });
    const faultsOf = async (name: string) => {
      const { faults } = await names.resolved({ a: `@@campaign:${name}@@` });
      return faults.map((fault) => JSON.stringify(fault).replace(name, ''));
    };
    expect(await faultsOf('Secret')).toEqual(await faultsOf('Nobody'));
    expect(await faultsOf('Secret')).toHaveLength(1);
  });

  it('is asked for once, when a text needs it, and again after it was forgotten', async () => {
    const { names, reads } = namesOf(HERE);
    await names.named({ label: 'Region', position: 3, nothing: null });
    await names.resolved({ label: 'Region' });
    expect(reads()).toBe(0);
    await names.named({ a: ID });
    await names.resolved({ a: '@@stage:x@@' });
    expect(reads()).toBe(1);
    names.forget();
    await names.named({ a: ID });
    expect(reads()).toBe(2);
  });

  it('is told where a field that points at such a record names an id that none has', async () => {
    const { names, reads } = namesOf({
      stage: [
        [ID, 'Sales/New'],
        [TWIN, 'Sales/NEW'],
      ],
    });
    const asked: unknown[] = [];
    const targetOf = async ({ object, field }: { object: string | null; field: string }) => {
      asked.push([object, field]);
      return field.endsWith('stageId') ? 'stage' : 'account';
    };
    const item = {
      object: 'deal',
      condition: `accountId = "${OTHER}" AND "${OTHER.toUpperCase()}" <> PRIORVALUE(deal.stageId)`,
      also: `PRIORVALUE(stageId) = '${OTHER}' OR stageId = "${ID}" OR stageId = "${TWIN}"`,
      name: `is called "${OTHER}"`,
      filter: { and: [{ field: 'stageId', op: 'in', value: [TWIN, OTHER] }] },
      actions: [{ object: 'task', values: [{ field: 'stageId', formula: ` "${OTHER}"` }] }],
    };
    const faults = await names.gone(item, targetOf);
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/condition',
      '/also',
      '/filter/and/0/value/1',
      '/actions/0/values/0/formula',
    ]);
    expect(faults[1]).toEqual({
      pointer: '/also',
      code: 'reference',
      message: `names by stageId the stage ${OTHER}, which is not here`,
    });
    expect(asked).toContainEqual(['task', 'stageId']);
    expect(reads()).toBe(1);
    const plain = { formula: `accountId = "${OTHER}"`, label: OTHER };
    expect(await names.gone(plain, targetOf)).toEqual([]);
  });

  it.each([
    ['a case', `CASE(stageId, "${ID}", 1, "${OTHER}", 2, 0)`, 1],
    ['what comes of one', `CASE(stageId, "${ID}", "${OTHER}", "${OTHER}")`, 0],
    [
      'one behind brackets and quotes',
      `CASE(stageId, "${ID}", IF(a, ",", 1), '${OTHER}', 2, 0)`,
      1,
    ],
    ['a case of a choice in another', `IF(x, SWITCH(deal.stageId, "${OTHER}", 1, 0), 2)`, 1],
    ['a case of another field', `CASE(accountId, "${OTHER}", 1, 0)`, 0],
  ])('is told of %s of a choice as it is', async (_, condition, count) => {
    const { names } = namesOf({ stage: [[ID, 'Sales/New']] });
    const targetOf = async ({ field }: { field: string }) =>
      field.endsWith('stageId') ? 'stage' : 'account';
    expect(await names.gone({ object: 'deal', condition }, targetOf)).toHaveLength(count);
  });

  it('is told to nobody who may not view it, nor whether it is there', async () => {
    const { names } = namesOf(HERE, seeing('users'));
    expect(await names.named({ a: ID })).toEqual({ a: ID });
    const told = async (name: string) => {
      const { item, faults } = await names.resolved({ a: `@@stage:${name}@@` });
      return { item, messages: faults.map(({ message }) => message) };
    };
    const { messages } = await told('Sales/50 %25 %22sure%22 %40 %5C');
    expect(messages).toEqual([
      `names the stage “${HERE.stage[0][1]}”, which this company has not, or you may not view`,
    ]);
    expect((await told('Gone')).item).toEqual({ a: '@@stage:Gone@@' });
  });

  it('costs little where a text is full of it', async () => {
    const { names } = namesOf(HERE);
    const long = '@@stage:'.repeat(400_000);
    expect(await names.resolved({ a: long })).toEqual({ item: { a: long }, faults: [] });
    expect((await names.resolved({ a: '@@stage:x@@'.repeat(500) })).faults).toHaveLength(20);
  });
});
