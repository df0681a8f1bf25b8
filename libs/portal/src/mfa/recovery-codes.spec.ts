import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';

test('ten codes are made, no two alike', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
});

test('a code is the same however it is typed', () => {
  const [code = ''] = newRecoveryCodes();
  const typed = [code, code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replace('-', ' ')} `];
  expect(new Set(typed.map((each) => recoveryHash(each))).size).toBe(1);
});

test('what is too short or too long is no code', () => {
  expect([recoveryHash(''), recoveryHash('123456'), recoveryHash('a'.repeat(17))]).toEqual([
    null,
    null,
    null,
  ]);
});
