import { isForLater } from './for-later.js';

it('leaves for later what is refused as unavailable, and nothing else', () => {
  expect(isForLater(Object.assign(new Error('away'), { status: 503 }))).toBe(true);
  const others = [Object.assign(new Error('refused'), { status: 422 }), new Error('a fault'), null];
  expect([...others, undefined, 'thrown'].map(isForLater)).toEqual(Array(5).fill(false));
});
