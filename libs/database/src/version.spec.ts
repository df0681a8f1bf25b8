import { NO_VERSION, checkVersion } from './version.js';

test('any version will do without an expectation, and the one expected', () => {
  for (const expected of [null, undefined, 3])
    expect(() => checkVersion(3, expected)).not.toThrow();
});

test.each([
  [2, 'What was asked for is about version 2, the record is at version 3.'],
  [NO_VERSION, 'What was asked for is about none of its versions, the record is at version 3.'],
])('a refusal says what the tag names: %s', (expected, detail) => {
  const refused = expect.objectContaining({ code: 'precondition_failed', message: detail });
  expect(() => checkVersion(3, expected)).toThrow(refused);
});
