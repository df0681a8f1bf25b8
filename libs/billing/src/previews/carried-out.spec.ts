import { CarriedOut } from './carried-out.js';

const tries = (limits: { most: number; ms: number }) => {
  const carried = new CarriedOut(limits);
  return [[1, 2, 3].map(() => carried.takes()), carried.leftOut];
};

it('is so many, and none once its time is over', () => {
  expect(tries({ most: 2, ms: 60_000 })).toEqual([[true, true, false], 1]);
  expect(tries({ most: 2, ms: 0 })).toEqual([[false, false, false], 3]);
});
