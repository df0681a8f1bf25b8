import fc from 'fast-check';
import { asAttachment, safeFileName } from './file-name.js';

test.each([
  ['offer.pdf', 'offer.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\offer.pdf', 'offer.pdf'],
  ['..', null],
  ['...hidden', 'hidden'],
  ['  offer.pdf  ', 'offer.pdf'],
  ['a\r\nX-Evil: 1.pdf', 'aX-Evil 1.pdf'],
  ['a\0b.pdf', 'ab.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['NUL.txt', '_NUL.txt'],
  ['café ☕.pdf', 'café ☕.pdf'],
  ['/', null],
  ['', null],
])('%j is stored as %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test('a long name keeps its ending', () => {
  const safe = safeFileName(`${'x'.repeat(5000)}.xlsx`) ?? '';
  expect(safe).toHaveLength(200);
  expect(safe.endsWith('x.xlsx')).toBe(true);
});

test('no name reaches another folder or another header, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const safe = safeFileName(given);
      if (safe === null) return;
      expect(safe).not.toMatch(/[/\\\p{Cc}]|^\.|^$/u);
      expect(safe.length).toBeLessThanOrEqual(400);
      expect(asAttachment(safe)).toMatch(/^[\x20-\x7e]+$/);
    }),
  );
});

test('a name in other letters is offered in both', () => {
  expect(asAttachment('offer.pdf')).toBe('attachment; filename="offer.pdf"');
  expect(asAttachment("café's (1).pdf")).toBe(
    'attachment; filename="caf__s _1_.pdf"; filename*=UTF-8\'\'caf%C3%A9%27s%20%281%29.pdf',
  );
});
