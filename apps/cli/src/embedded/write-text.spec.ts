import { writeText } from './write-text.js';

it('a full disk is told with the file that had no room on it', () => {
  const full = '/dev/full';
  expect(() => writeText(full, 'text')).toThrow(`${full} cannot be written: ENOSPC`);
});
