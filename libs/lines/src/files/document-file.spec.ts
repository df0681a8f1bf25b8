import { inFile } from './document-file.js';

test.each([
  ['csv', '/lines/1/discount/percent', '/3/line.discount/percent', 'line.discountPercent'],
  ['csv', '/discount/amount', '/2/discount/amount', 'discountAmount'],
  ['csv', '/lines/0/unitPrice', '/2/line.unitPrice', undefined],
  ['csv', '/deliveryAddress/city', '/2/deliveryAddress/city', undefined],
  ['jsonl', '/lines/0/discount/percent', '/2/lines/0/discount/percent', undefined],
] as const)('in %s what is wrong at %s is told at %s of %s', (format, at, pointer, parameter) => {
  const document = { reference: 'R-1', body: {}, rows: [2, 3], format };
  const told = inFile(document, { pointer: at, code: 'max', message: 'is too much' });
  expect([told.pointer, told.parameter]).toEqual([pointer, parameter]);
});
