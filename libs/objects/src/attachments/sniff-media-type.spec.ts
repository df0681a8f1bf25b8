import { SNIFFED_BYTES, sniffMediaType } from './sniff-media-type.js';

const hex = (bytes: string) => Buffer.from(bytes, 'hex');

test.each([
  ['a picture', hex('89504e470d0a1a0a0000'), 'x.png', 'image/png'],
  ['a picture under a false name', hex('89504e470d0a1a0a0000'), 'x.html', 'image/png'],
  ['a photo', hex('ffd8ffe000104a464946'), 'x', 'image/jpeg'],
  ['a letter', Buffer.from('%PDF-1.7\n'), 'x.exe', 'application/pdf'],
  ['a sheet', hex('504b030414000600'), 'Plan.XLSX', expect.stringMatching(/spreadsheetml\.sheet$/)],
  ['an archive', hex('504b030414000600'), 'x.jar', 'application/zip'],
  ['an old letter', hex('d0cf11e0a1b11ae1'), 'x.doc', 'application/msword'],
  ['a page that a browser would run', Buffer.from('<script>1</script>'), 'x.html', 'text/plain'],
  ['a drawing that a browser would run', Buffer.from('<svg onload=x>'), 'x.svg', 'text/plain'],
  ['rows', Buffer.from('a,b\n1,2\n'), 'x.csv', 'text/csv'],
  ['bytes', hex('00010203'), 'x.txt', 'application/octet-stream'],
  ['a program', hex('4d5a90000300'), 'x.pdf', 'application/octet-stream'],
  ['nothing', Buffer.alloc(0), 'x', 'text/plain'],
])('%s is known by its bytes', (_, head, name, type) => {
  expect(sniffMediaType(head, name)).toEqual(type);
});

test('text stays text where the look at it ends within a letter', () => {
  const text = Buffer.from('é'.repeat(SNIFFED_BYTES));
  expect(sniffMediaType(text.subarray(1, SNIFFED_BYTES + 1), 'x')).toBe('application/octet-stream');
  expect(sniffMediaType(Buffer.from(`x${'é'.repeat(300)}`).subarray(0, SNIFFED_BYTES), 'x')).toBe(
    'text/plain',
  );
});
