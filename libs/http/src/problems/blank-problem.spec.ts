import { defineProblem, notFound } from '@quittance/kernel';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import type { KeptFields } from '../fields/kept-fields.js';
import { blankProblem, blankRows } from './blank-problem.js';

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
  expect(besidesIds([told.problem, told.params, told.options])).not.toContain('7646666');
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

test('each refused row of many is told as it would be alone', () => {
  const errors = [
    { pointer: '/amount', code: 'max', message: 'must be at most 7646666.69' },
    { pointer: '/x', code: 'unknown_field', message: 'is not a field' },
  ];
  const tooHigh = { code: 'blank_too_much', detail: 'Above the balance of 7646666.69.', errors };
  const missing = { code: 'not_found', detail: 'There is no such lead.' };
  const results = [
    { line: 1, status: 'failed', problem: tooHigh },
    { line: 2, status: 'failed', problem: missing },
    { line: 3, status: 'created', id: '7646666' },
  ];
  expect(blankRows({ results, failed: 2 })).toEqual({
    results: [
      {
        ...results[0],
        problem: {
          code: 'blank_too_much',
          detail: 'The record was refused.',
          errors: [{ ...errors[0], message: 'is not valid' }, errors[1]],
        },
      },
      results[1],
      results[2],
    ],
    failed: 2,
  });
});
