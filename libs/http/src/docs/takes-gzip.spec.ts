import { takesGzip } from './takes-gzip.js';

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['deflate;q=0, x-gzip', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['identity', false],
  ['not-gzip', false],
  ['', false],
])('of what takes "%s" gzip is taken: %s', (accepted, taken) => {
  expect(takesGzip(accepted)).toBe(taken);
});
