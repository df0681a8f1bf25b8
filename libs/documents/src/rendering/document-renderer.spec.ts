import { availableParallelism } from 'node:os';
import { aPrintableInvoice, manyLines } from '../testing/a-printable-invoice.js';
import { runs } from '../../../../test/support/tier.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { DocumentRenderer } from './document-renderer.js';
import { fileNameOf } from './file-name.js';
import { renderDocument } from './render-document.js';

/** Invoices that are asked for at once: a thousand in the deep tier. */
const BATCH = runs(200, 5);

const renderer = new DocumentRenderer();
afterAll(() => renderer.onApplicationShutdown());

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

  it('renders a batch asked for at once, and leaves the event loop free', async () => {
    const document = (i: number) => aPrintableInvoice({ number: `INV-${i}` });
    await renderer.render({ format: 'pdf', document: document(0) });
    let [turns, going] = [0, true];
    const turn = () => {
      turns += 1;
      if (going) setImmediate(turn);
    };
    turn();
    const batch = Array.from({ length: BATCH }, (_, i) => document(i));
    const pdfs = await Promise.all(
      batch.map((each) => renderer.render({ format: 'pdf', document: each })),
    );
    going = false;
    for (const i of [0, 13, BATCH - 1])
      expect(pdfText(pdfs[i] ?? Buffer.alloc(0))[0]).toContain(`INV-${i}`);
    expect(pdfs.every((pdf) => pdf.subarray(0, 5).toString() === '%PDF-')).toBe(true);
    // Rendered here they would let it turn hardly once each, on whatever machine.
    expect(turns).toBeGreaterThan(10 * pdfs.length);
  });

  it('refuses what is more than it can hold, and renders what waits already', async () => {
    const large = aPrintableInvoice(manyLines(1_000));
    const small = aPrintableInvoice();
    const asks = 52 + availableParallelism();
    const asked = Array.from({ length: asks }, () =>
      renderer.render({ format: 'html', document: large }),
    );
    await expect(renderer.render({ format: 'pdf', document: large })).rejects.toMatchObject({
      code: 'rendering_busy',
    });
    const settled = await Promise.allSettled(asked);
    const done = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBeGreaterThanOrEqual(49);
    expect(done).toBeLessThan(asks);
    await expect(renderer.render({ format: 'pdf', document: small })).resolves.toBeInstanceOf(
      Buffer,
    );
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
