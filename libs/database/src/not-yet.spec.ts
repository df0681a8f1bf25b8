import { saysNotYet } from './not-yet.js';

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
  'nobody waits for an end of %p',
  (error) => {
    expect(saysNotYet(error)).toBe(false);
  },
);
