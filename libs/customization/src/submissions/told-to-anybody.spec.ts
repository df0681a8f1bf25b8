import { invalidFields } from '@quittance/kernel';
import { toldToAnybody } from './told-to-anybody.js';

const error = (code: string) => ({ pointer: '/email', code, message: 'x' });

test.each([
  [['unique'], undefined],
  [['duplicate', 'unique'], undefined],
  [['required'], ['required']],
  [['unique', 'required', 'duplicate_record'], ['required']],
])('of what is wrong by %j anybody is told %j', (codes, told) => {
  const refusal = toldToAnybody(invalidFields(codes.map(error)));
  expect(refusal?.options.errors?.map(({ code }) => code)).toEqual(told);
});
