import { DomainError, defineProblem, invalidField, notFound, problemCatalogue } from './errors.js';

const notOpen = defineProblem('spec_not_open', 409, 'No', 'One {status} is not for {operation}.');
const tooMuch = defineProblem('spec_too_much', 422, 'Too much', '{amount} is above {max}.');

describe('problems', () => {
  test('the sentence is filled from the parameters', () => {
    const error = tooMuch({ amount: '12.00', max: 10 }, { retryAfter: 3 });
    expect(error).toBeInstanceOf(DomainError);
    expect(error.message).toBe('12.00 is above 10.');
    expect([error.code, error.status, error.options.retryAfter]).toEqual(['spec_too_much', 422, 3]);
  });

  test('a missing parameter leaves no trace of the template', () => {
    expect(tooMuch().message).toBe(' is above .');
  });

  test('a code is defined once', () => {
    expect(() => defineProblem('not_found', 404, 'x', 'y')).toThrow('defined twice');
  });

  test('the catalogue lists every code in order', () => {
    const codes = problemCatalogue().map(({ code }) => code);
    expect(codes).toEqual([...codes].sort());
    expect(codes).toEqual(expect.arrayContaining(['not_found', 'validation_failed']));
  });

  test('one wrong field is a list of one', () => {
    const error = invalidField('/lines/0/quantity', 'min', 'The quantity must be above 0.');
    expect(error.status).toBe(422);
    expect(error.options.errors).toEqual([
      { pointer: '/lines/0/quantity', code: 'min', message: 'The quantity must be above 0.' },
    ]);
    expect(notFound({ object: 'invoice' }).message).toBe(
      'There is no such invoice in this company.',
    );
  });
});

it('says states and steps in words, and leaves what else it names as it is', () => {
  const said = notOpen({ status: 'awaiting_approval', operation: 'write-off' });
  expect(said.message).toBe('One awaiting approval is not for write off.');
  expect(tooMuch({ amount: 'a_b', max: '-1' }).message).toBe('a_b is above -1.');
});
