import { addDays, parseLocalDate as day } from '@quittance/calendar';
import {
  discountBehind,
  discountOfSteps,
  lastDiscount,
  movedDiscount,
  NO_DISCOUNT,
  withoutAmounts,
} from './discount-steps.js';

const [MAY, JULY] = [day('2026-05-01'), day('2026-07-01')];
const ONCE = { percent: null, amount: '1890', until: MAY };
const THEN = { percent: '10', amount: null, until: JULY };
const EVER = { percent: '5', amount: null, until: null };
const NONE = { percent: null, amount: null, until: null };

describe('discounts one after the other', () => {
  it('are those of a row and of what is behind it, without the days that have none', () => {
    expect(discountOfSteps([ONCE, THEN, NONE])).toEqual({
      discountPercent: null,
      discountAmount: 1_890n,
      discountUntil: MAY,
      laterDiscounts: [THEN],
    });
    expect(discountBehind(discountOfSteps([ONCE, THEN]))).toEqual(discountOfSteps([THEN]));
    expect(discountBehind(discountOfSteps([THEN]))).toEqual(NO_DISCOUNT);
    expect(discountOfSteps([NONE])).toEqual(NO_DISCOUNT);
  });

  it('leave what is given for ever, and nothing of what was given for a time', () => {
    expect(lastDiscount(discountOfSteps([ONCE, EVER]))).toEqual(discountOfSteps([EVER]));
    expect(lastDiscount(discountOfSteps([EVER]))).toEqual(discountOfSteps([EVER]));
    expect(lastDiscount(discountOfSteps([ONCE, THEN]))).toEqual(NO_DISCOUNT);
    expect(lastDiscount(NO_DISCOUNT)).toEqual(NO_DISCOUNT);
  });

  it('keep their percentages without the amounts', () => {
    const none = { percent: null, amount: null, until: MAY };
    expect(withoutAmounts(discountOfSteps([ONCE, THEN]))).toEqual(discountOfSteps([none, THEN]));
    expect(withoutAmounts(discountOfSteps([ONCE]))).toEqual(NO_DISCOUNT);
    const both = [{ ...THEN, until: MAY }, THEN];
    expect(withoutAmounts(discountOfSteps(both))).toEqual(discountOfSteps([THEN]));
  });

  it('move with all of their days', () => {
    const moved = movedDiscount(discountOfSteps([ONCE, THEN]), (each) => addDays(each, 1));
    expect(moved).toMatchObject({
      discountUntil: '2026-05-02',
      laterDiscounts: [{ until: '2026-07-02' }],
    });
  });
});
