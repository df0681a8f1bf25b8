import type { Ctx } from '@quittance/kernel';
import { arrays } from './binary-array.js';
import { namedSql } from './named-sql.js';
import type { Tx } from '../tx.js';

const ctx = { companyId: 'company', now: 'then', userId: null } as object as Ctx;

describe('a statement whose parameters have names', () => {
  const MOVE = namedSql(
    `update money.note n set status = m.status, why = :why, seen = :now, by = :by
     from :rows as m where n.company_id = :companyId and n.id = m.id and :now > n.seen
       and n.day = '2026-01-01'::date and n.time > '10:30'`,
    { values: { why: 'text', by: 'jsonb' }, rows: { id: 'uuid', status: 'text' } },
  );
  const id = '01900000-0000-7000-8000-00000000000f';

  it('counts the positions, each name once, and casts what is bound', () => {
    expect(MOVE.sql.text.replace(/\s+/g, ' ')).toBe(
      'update money.note n set status = m.status, why = $3::text, seen = $4::timestamptz, ' +
        'by = $5::jsonb from unnest($1::uuid[], $2::text[]) as m(id, status) ' +
        'where n.company_id = $6::uuid and n.id = m.id and $4::timestamptz > n.seen ' +
        `and n.day = '2026-01-01'::date and n.time > '10:30'`,
    );
  });

  it('binds each name where it stands, and what the transaction tells', () => {
    const rows = [{ id, status: 'paid' }];
    const bound = { why: 'why', by: { name: 'N' }, ...MOVE.columns(rows) };
    expect(MOVE.params(ctx, bound)).toEqual([
      arrays.uuid([id], String),
      arrays.text(['paid'], String),
      'why',
      'then',
      '{"name":"N"}',
      'company',
    ]);
  });

  it('binds nothing as null, not as the JSON of null', () => {
    const bound = { why: null, by: null, ...MOVE.columns([]) };
    expect(MOVE.params(ctx, bound)[4]).toBeNull();
  });

  it('makes some columns ahead of the others', () => {
    const ahead = MOVE.columns([1, 2], { id: () => id });
    expect(ahead).toEqual({ id: arrays.uuid([id, id], String) });
    // @ts-expect-error the status is missing
    expect(MOVE.params(ctx, { why: null, by: null, ...ahead })).toContain(undefined);
  });

  it('has no column that is called what its transaction tells', () => {
    const statement = () => namedSql('select :now from :rows as r', { rows: { now: 'text' } });
    expect(statement).toThrow('two that are called now');
  });

  it('writes many ids in binary, and leaves a few, and what is none, to PostgreSQL', () => {
    const FIND = namedSql('select :ids', { values: { ids: 'uuid[]' } });
    const many = Array.from({ length: 17 }, () => id);
    expect(FIND.params(ctx, { ids: many })).toEqual([arrays.uuid(many, String)]);
    const few = many.slice(1);
    expect(FIND.params(ctx, { ids: few })).toEqual([few]);
    const wrong = [...many, 'none'];
    expect(FIND.params(ctx, { ids: wrong })).toEqual([wrong]);
    expect(FIND.params(ctx, { ids: null })).toEqual([null]);
  });

  it('names a column in snake case, and takes jsonb as text', () => {
    const { sql, columns } = namedSql('select r.tax_code, r.said::jsonb from :rows as r', {
      rows: { taxCode: 'text', said: 'jsonb' },
    });
    expect(sql.text).toContain('unnest($1::text[], $2::text[]) as r(tax_code, said)');
    expect(columns([{ taxCode: null, said: { a: 1 } }])).toEqual({
      taxCode: null,
      said: arrays.text(['{"a":1}'], String),
    });
  });

  it('has an insert take the rows apart where they are selected', () => {
    const { sql } = namedSql('insert into t select r.tax_code, r.by from :rows as r', {
      rows: { taxCode: 'text', by: 'uuid' },
    });
    expect(sql.text).toContain(
      'from (select unnest($1::text[]) as tax_code, unnest($2::uuid[]) as by) as r',
    );
  });

  it('hands statement and parameters to the transaction before it returns', () => {
    const sent: unknown[] = [];
    const take = (...given: unknown[]) => sent.push(given);
    const tx = { ctx, run: take, rows: take, maybe: take, one: take } as object as Tx;
    const LIST = namedSql('select :no', { values: { no: 'integer' } });
    void LIST.run(tx, { no: 1 });
    void LIST.rows(tx, { no: 2 });
    void LIST.maybe(tx, { no: 3 });
    void LIST.one(tx, { no: 4 });
    expect(sent).toEqual([1, 2, 3, 4].map((no) => [LIST.sql, [no]]));
  });

  it('is refused at start-up when it names what it does not have', () => {
    expect(() => namedSql('select :id, :other', { values: { id: 'uuid' } })).toThrow(/:other/);
    expect(() => namedSql('select * from :rows as r', {})).toThrow(/rows/);
  });

  it('is refused at start-up when it does not name what it has', () => {
    expect(() => namedSql('select 1', { values: { id: 'uuid' } })).toThrow(/does not name id/);
    expect(() => namedSql('select 1', { rows: { id: 'uuid' } })).toThrow(/does not name id/);
  });

  it('takes what it names and nothing of another type', () => {
    const FIND = namedSql('select :id', { values: { id: 'uuid' } });
    // @ts-expect-error a number is no id
    expect(FIND.params(ctx, { id: 1 })).toEqual([1]);
    // @ts-expect-error it does not have that
    expect(FIND.params(ctx, { id, name: 'x' })).toEqual([id]);
  });
});
