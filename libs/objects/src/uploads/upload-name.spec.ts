import { safeFileName } from '../attachments/file-name.js';
import { uploadName } from './upload-name.js';

const PDF = 'application/pdf';
const keptAs = (given: string, type: string) => uploadName(safeFileName(given) ?? '', type);

test.each([
  ['invoice.pdf', PDF, 'invoice.pdf'],
  ['Invoice 1.2.PDF', PDF, 'Invoice 1.2.PDF'],
  ['invoice', PDF, 'invoice.pdf'],
  ['v1.2', PDF, 'v1.2.pdf'],
  ['photo.png', 'image/jpeg', 'photo.jpg'],
  ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.JPEG'],
  ['invoice.exe.pdf', PDF, 'invoice_exe.pdf'],
  ['a.js.html.csv', 'text/csv', 'a_js_html.csv'],
  ['notes.conf', 'text/plain', 'notes.conf.txt'],
  ['the.company.pdf', PDF, 'the.company.pdf'],
])('%s, which is %s, is kept as %s', (given, type, kept) => {
  expect(keptAs(given, type)).toBe(kept);
});

test.each([
  'invoice.pdf.exe',
  'invoice.pdf.EXE ',
  'invoice.pdf.exe...',
  'invoice.pdf.e\u202Exe',
  'page.html',
  'run.sh',
  'link.url',
  'drawing.svg',
  'macros.docm',
])('%j is refused whatever it holds', (given) => {
  expect(keptAs(given, PDF)).toBeNull();
  expect(keptAs(given, 'text/plain')).toBeNull();
});
