import { violates } from './database.errors.js';

it.each([
  ['role_name_key', true],
  ['role_name_key_102515', true],
  ['role_name_key_2', true],
  ['role_name_key_old', false],
  ['role_name', false],
  [undefined, false],
])('a violation of %s is one of role_name_key: %s', (constraint, is) => {
  expect(violates({ constraint }, 'role_name_key')).toBe(is);
});
