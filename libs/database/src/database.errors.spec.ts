import { isForLater, translateDatabaseError, violates, violationOf } from './database.errors.js';

const FOREIGN = 'violates foreign key constraint "note_part_fk_102401"';

it('a violation is told by what the error names', () => {
  const error = { code: '23505', constraint: 'role_name_key', schema: 'access', table: 'role' };
  expect(violationOf(error)).toEqual(error);
  expect(violates(error, 'role_name_key')).toBe(true);
  expect(violates(error, 'role_name')).toBe(false);
});

it.each([
  [
    `duplicate key value violates unique constraint "part_code_key_102515"`,
    'part_code_key',
    undefined,
  ],
  [`insert or update on table "note_102401" ${FOREIGN}`, 'note_part_fk', 'note'],
  [`update or delete on table "part_1" ${FOREIGN} on table "note_102401"`, 'note_part_fk', 'note'],
  ['new row for relation "part_7" violates check constraint "part_kind"', 'part_kind', 'part'],
])('of a shard by what its machine says: %s', (message, constraint, table) => {
  const error = { code: '23503', message };
  expect(violationOf(error)).toEqual({ code: '23503', constraint, table });
  expect(violates(error, constraint)).toBe(true);
});

it('another error is none', () => {
  expect(violationOf({ code: '22001', message: 'value of "a" is too long' })).toBeUndefined();
  expect(violationOf(new Error('no'))).toBeUndefined();
  expect(violationOf(null)).toBeUndefined();
});

it('a server without memory for another lock is asked again later', () => {
  const cause = Object.assign(new Error('out of shared memory'), { code: '53200' });
  const told = translateDatabaseError(cause);
  expect(told).toMatchObject({ code: 'database_unavailable', status: 503, cause });
  expect(isForLater(told)).toBe(true);
});
