import { newId, type DomainError } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { RecordId, RecordFinding } from '@quittance/metadata';
import { TestRecords, faults, refusal } from '../testing/test-records.js';
import { createRecords } from './create-records.js';
import { readRecord, readRecords } from './read-records.js';

let t: TestDatabase;
let parts: TestRecords;

beforeAll(async () => {
  t = await testDatabase();
  parts = await TestRecords.open(t);
});

afterAll(async () => {
  await parts?.close();
  await t?.close();
});

describe('a value that nobody else may have', () => {
  it.each(['code', 'serial__c'])('is given to one of many who ask at once: %s', async (name) => {
    const value = newId();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => parts.make({ [name]: value })),
    );
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? each.reason : []));
    expect(refused.map((each: DomainError) => each.options.errors)).toEqual(
      Array.from({ length: 7 }, () => [
        expect.objectContaining({ pointer: `/${name}`, code: 'unique' }),
      ]),
    );
  });

  it.each(['code', 'serial__c'])(
    'is free again when it is cleared or deleted: %s',
    async (name) => {
      const value = newId();
      const first = await parts.make({ [name]: value });
      expect(await parts.update(first.id, { [name]: value })).toMatchObject({ version: 1 });
      await parts.update(first.id, { [name]: null });
      const second = await parts.make({ [name]: value });
      await parts.remove(second.id);
      expect(await parts.make({ [name]: value })).toMatchObject({ [name]: value });
    },
  );

  it('may be long', async () => {
    const value = 'é'.repeat(250);
    await parts.make({ serial__c: value });
    expect(await faults(parts.make({ serial__c: value }))).toEqual([
      'validation_failed',
      '/serial__c unique',
    ]);
  });
});

describe('what points at a record', () => {
  it('is cleared, with a new version, when the target is deleted', async () => {
    const whole = await parts.make();
    const piece = await parts.make({ wholeId: whole.id });
    await parts.remove(whole.id);
    expect(await parts.get(piece.id)).toMatchObject({ wholeId: null, version: 2 });
    expect((await parts.log(piece.id))[1]).toMatchObject({ action: 'part.updated' });
  });

  it('keeps the target where its field says so', async () => {
    const target = await parts.make();
    const spare = await parts.make({ spare_for__c: target.id });
    const { code, message } = await refusal(parts.remove(target.id));
    expect([code, message]).toEqual([
      'record_referenced',
      'The part is what 1 part name as their spare_for__c; change those first.',
    ]);
    await parts.remove(spare.id);
    await parts.remove(target.id);
    expect((await refusal(parts.get(target.id))).code).toBe('not_found');
  });

  it('keeps it across objects too', async () => {
    const target = await parts.make();
    const [note] = await parts.shop.write('note', (tx, object) =>
      createRecords(tx, object, [{ title: 'Check', partId: target.id }]),
    );
    expect((await refusal(parts.remove(target.id))).code).toBe('record_referenced');
    await parts.remove(note?.id as RecordId, 'note');
    await parts.remove(target.id);
  });

  it('keeps it where only the database knows', async () => {
    const target = await parts.make();
    const [note] = await parts.shop.write('note', (tx, object) =>
      createRecords(tx, object, [{ title: 'Stamped', partId: target.id }]),
    );
    await parts.shop.owner.query('insert into shop.stamp values ($1, $2)', [
      parts.ctx.companyId,
      note?.id,
    ]);
    const { code } = await refusal(parts.remove(note?.id as RecordId, 'note'));
    expect(code).toBe('record_referenced');
  });

  it.each(['wholeId', 'spare_for__c'])('never dangles, whoever is first: %s', async (name) => {
    for (let round = 0; round < 10; round += 1) {
      const target = await parts.make();
      const [made] = await Promise.allSettled([
        parts.make({ [name]: target.id }),
        parts.remove(target.id),
      ]);
      const isGone = (await refusal(parts.get(target.id)).catch(() => null)) !== null;
      if (made?.status === 'rejected') {
        expect((made.reason as DomainError).options.errors?.[0]).toMatchObject({
          pointer: `/${name}`,
          code: 'reference_not_found',
        });
      } else if (isGone) {
        expect((await parts.get(made.value.id))[name]).toBeNull();
      } else {
        expect((await parts.get(made.value.id))[name]).toBe(target.id);
      }
    }
  });

  it('must be in this company', async () => {
    const other = await t.newCompany();
    const foreign = await parts.make({}, Object.freeze({ ...other, userId: null }));
    expect(await faults(parts.make({ wholeId: foreign.id, spare_for__c: foreign.id }))).toEqual([
      'reference_not_found',
      '/wholeId reference_not_found',
      '/spare_for__c reference_not_found',
    ]);
  });
});

describe('the scope of an actor', () => {
  it('holds for reading, changing, deleting and pointing at', async () => {
    const [mate, stranger] = [await parts.newUser('north'), await parts.newUser('south')];
    const member = await parts.newUser('north');
    const theirs = await parts.make({}, parts.as(mate, 'all'));
    const own = parts.as(member, 'own');
    const team = parts.as(member, 'team');
    for (const by of [own, parts.as(stranger, 'team')]) {
      expect((await refusal(parts.get(theirs.id, by))).code).toBe('not_found');
      expect((await refusal(parts.update(theirs.id, { weight: '1' }, undefined, by))).code).toBe(
        'not_found',
      );
      expect((await refusal(parts.remove(theirs.id, 'part', by))).code).toBe('not_found');
      expect(await faults(parts.make({ wholeId: theirs.id }, by))).toContain(
        '/wholeId reference_not_found',
      );
      const read = parts.shop.read(
        'part',
        (tx, object) => readRecords(tx, object, [theirs.id]),
        by,
      );
      expect(await read).toEqual([]);
    }
    expect(await parts.get(theirs.id, team)).toEqual(theirs);
    expect(await parts.make({ wholeId: theirs.id }, team)).toMatchObject({ ownerId: member });
  });
});

describe('checks before a save', () => {
  it('are asked about the set and refuse or warn by the record', async () => {
    const asked: number[] = [];
    parts.shop.checks.register({
      name: 'test',
      applies: () => Promise.resolve(true),
      check: (_tx, _object, records) => {
        asked.push(records.length);
        return Promise.resolve(
          records.flatMap(({ after }, index): RecordFinding[] => {
            const { name } = after;
            if (name === 'bad')
              return [{ index, error: { pointer: '/name', code: 'rule', message: '' } }];
            if (name === 'odd') return [{ index, warning: { code: 'looks_like', message: '' } }];
            return [];
          }),
        );
      },
    });
    await parts.shop.define('part', 'later__c', 'text');
    const warnings: unknown[] = [];
    const onWarning = (index: number, { code }: { code: string }) => warnings.push([index, code]);
    const inputs = [{ name: 'good' }, { name: 'odd' }];
    expect(await parts.create(inputs, { onWarning })).toHaveLength(2);
    expect([asked, warnings]).toEqual([[2], [[1, 'looks_like']]]);
    expect(await faults(parts.create([{ name: 'bad' }]))).toEqual([
      'validation_failed',
      '/name rule',
    ]);
  });
});

describe('records of a custom object', () => {
  it('are kept by the same code', async () => {
    await parts.shop.defineObject('project__c');
    await parts.shop.define('project__c', 'part__c', 'master_detail', {
      settings: { target: 'part' },
    });
    const target = await parts.make();
    const [project] = await parts.shop.write('project__c', (tx, object) =>
      createRecords(tx, object, [{ name: 'Bridge', part__c: target.id }]),
    );
    expect(project).toMatchObject({ name: 'Bridge', part__c: target.id, version: 1 });
    await parts.remove(target.id);
    const found = parts.shop.read('project__c', (tx, object) =>
      readRecord(tx, object, project?.id as RecordId),
    );
    expect((await refusal(found)).code).toBe('not_found');
    expect(await parts.log(project?.id ?? '')).toMatchObject([
      { action: 'project__c.created' },
      { action: 'project__c.deleted' },
    ]);
  });
});
