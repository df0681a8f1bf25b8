import { wrongQuery } from './wrong-query.js';

const fault = (parameter: string) => ({ parameter, code: 'type', message: 'must be given once' });

it('names the parameters that it refuses, in its text too, and no more of them than help', () => {
  const { code, message, options } = wrongQuery([fault('q'), fault('x'.repeat(80))]);
  expect(code).toBe('malformed_request');
  expect(message).toBe(
    `The query is not valid: q must be given once; ${'x'.repeat(50)} must be given once.`,
  );
  expect(options.errors).toHaveLength(2);
  const many = wrongQuery(['a', 'b', 'c', 'd'].map(fault));
  expect(many.message).not.toContain('d must');
});
