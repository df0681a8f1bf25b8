import { aPrintableInvoice, manyLines } from '../testing/a-printable-invoice.js';
import { pdfText } from '../../../../test/support/pdf-text.js';
import { DocumentRenderer } from './document-renderer.js';
import { fileNameOf } from './file-name.js';
import { renderDocument } from './render-document.js';

const renderer = new DocumentRenderer();
afterAll(() => renderer.onModuleDestroy());

describe('rendering in threads', () => {
  it('gives what rendering here gives, byte for byte', async () => {
    const document = aPrintableInvoice();
    for (const format of ['pdf', 'html', 'ubl', 'cii', 'factur-x'] as const) {
      const [there, here] = await Promise.all([
        renderer.render({ format, document }),
        renderDocument({ format, document }),
      ]);
      expect(there.equals(here)).toBe(true);
    }
  });

  it('leaves the event loop free while PDFs are rendered', async () => {
    const document = (i: number) => aPrintableInvoice({ number: `INV-${i}` });
    await renderer.render({ format: 'pdf', document: document(0) });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const pdfs: Buffer[] = [];
    for (let i = 0; i < 20; i += 1) {
      pdfs.push(await renderer.render({ format: 'pdf', document: document(i) }));
    }
    clearInterval(turning);
    expect(pdfText(pdfs[13] ?? Buffer.alloc(0))[0]).toContain('INV-13');
    // Rendered here they would let it turn hardly once each.
    expect(turns).toBeGreaterThan(2 * pdfs.length);
  });

  it('refuses an electronic invoice that cannot be before a thread is asked', async () => {
    const document = aPrintableInvoice({ currency: 'KWD' });
    await expect(renderer.render({ format: 'ubl', document })).rejects.toMatchObject({
      code: 'e_invoice_not_possible',
    });
    await expect(renderer.render({ format: 'pdf', document })).resolves.toBeInstanceOf(Buffer);
  });

  it('renders as many lines as an invoice may have', async () => {
    const document = aPrintableInvoice(manyLines(1000));
    const pages = pdfText(await renderer.render({ format: 'pdf', document }));
    expect(pages.join('').match(/Seat licence \d+/g)).toHaveLength(1000);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  });
});

test('the name of a file is safe whatever the number is', () => {
  const name = (number: string) => fileNameOf({ kind: 'credit_note', number }, 'pdf');
  expect(name('CN-000001')).toBe('CN-000001.pdf');
  expect(name('../../etc/passwd')).toBe('etc-passwd.pdf');
  expect(name('a"\r\nSet-Cookie: b')).toBe('a-Set-Cookie-b.pdf');
  expect(name('請求書')).toBe('credit-note.pdf');
  expect(name('Ü1')).toBe('U-1.pdf');
  expect(name('x'.repeat(500))).toHaveLength(84);
});
