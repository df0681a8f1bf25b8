import { saysNotMigrated, saysNotYet } from './not-yet.js';

const coded = (code: string) => Object.assign(new Error('no'), { code });

it.each(['ECONNREFUSED', 'ENOTFOUND', '57P03', '57P01', '53300'])('%s may be over soon', (code) => {
  expect(saysNotYet(coded(code))).toBe(true);
});

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
])('so may: %s', (message) => {
  expect(saysNotYet(new Error(message))).toBe(true);
});

it.each([coded('28P01'), coded('3D000'), new Error('The database speaks another language')])(
  'nobody waits for an end of %o',
  (error) => {
    expect(saysNotYet(error)).toBe(false);
  },
);

it.each([
  ['42501', 'permission denied to set role "quittance_app"', true],
  ['22023', 'role "quittance_app" does not exist', true],
  ['42501', 'permission denied for database books', false],
  ['22023', 'invalid value for parameter "TimeZone": "UTX"', false],
])('%s %s: whether migrations will end it is %o', (code, message, known) => {
  expect(saysNotMigrated(Object.assign(new Error(message), { code }))).toBe(known);
});
