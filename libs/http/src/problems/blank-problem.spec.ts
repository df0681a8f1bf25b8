import { defineProblem, notFound } from '@quittance/kernel';
import type { KeptFields } from '../fields/kept-fields.js';
import { blankProblem } from './blank-problem.js';

const tooMuch = defineProblem('blank_too_much', 422, 'Too much', 'Above the balance of {balance}.');
const kept = { hidesAny: true, shown: () => ({}) } as unknown as KeptFields;

test('a refusal tells no value of a record to whoever is not shown all of it', () => {
  const errors = [
    { pointer: '/amount', code: 'max', message: 'must be at most 7646666.69' },
    { pointer: '/x', code: 'unknown_field', message: 'is not a field' },
  ];
  const error = tooMuch({ balance: '7646666.69' }, { errors, more: { balance: '7646666.69' } });
  const told = blankProblem(error, kept);
  expect(told.message).toBe('Too much.');
  expect(told.code).toBe('blank_too_much');
  expect(JSON.stringify([told.problem, told.params, told.options])).not.toContain('7646666');
  expect(told.options.errors?.[1]).toEqual(errors[1]);
});

test('what is not there is named to everybody', () => {
  expect(blankProblem(notFound({ object: 'lead' }), kept).message).toContain('lead');
});

test('nothing is taken from whoever is shown everything', () => {
  const error = tooMuch({ balance: '5' });
  expect(blankProblem(error, undefined)).toBe(error);
  const whole = { ...kept, hidesAny: false } as unknown as KeptFields;
  expect(blankProblem(error, whole)).toBe(error);
});
