import { reviewReasons, type ReviewFacts } from './request-review.js';

const PLAIN: ReviewFacts = {
  lines: [{ productId: 'p' }],
  unpriced: 0,
  specialInstructions: null,
  total: 100n,
  reviewAbove: null,
  softHold: false,
};

it('lets a request of priced products pass', () => {
  expect(reviewReasons(PLAIN)).toEqual([]);
});

it.each([
  ['free_text', { lines: [{ productId: null }], unpriced: 1 }],
  ['free_text', { lines: [] }],
  ['no_price', { unpriced: 1 }],
  ['special_instructions', { specialInstructions: 'By hand' }],
  ['above_limit', { reviewAbove: 99n }],
  ['above_limit', { reviewAbove: 1000n, total: undefined }],
  ['soft_hold', { softHold: true }],
] as const)('has somebody look at it for %s', (reason, facts) => {
  expect(reviewReasons({ ...PLAIN, ...facts })).toEqual([reason]);
});

it('lets a total pass that is as high as is let pass', () => {
  expect(reviewReasons({ ...PLAIN, reviewAbove: 100n })).toEqual([]);
});

it('tells a product without a price from words among them', () => {
  const lines = [{ productId: 'p' }, { productId: null }];
  expect(reviewReasons({ ...PLAIN, lines, unpriced: 1 })).toEqual(['free_text']);
  expect(reviewReasons({ ...PLAIN, lines, unpriced: 2 })).toEqual(['free_text', 'no_price']);
});
