import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import { labelsOf } from '../labels/labels.js';
import { layOut } from '../sheets/lay-out.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { pdfFiles } from '../../../../test/support/texts/pdf-text.js';
import { renderDocument } from '../rendering/render-document.js';
import { renderPdf } from './render-pdf.js';

/*
 * What a validator of PDF/A-3b looks at, of the parts that such a file of ours has; there is no
 * free one that runs here. ISO 19005-3, clauses in comments.
 */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer | null;
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const whole = pdf.toString('latin1');
  const found = [...whole.matchAll(/^(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n|\nendobj)/gm)];
  return new Map(
    found.map(({ 0: all, 1: id, 2: head = '', index }) => {
      const from = index + all.length;
      const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
      const bytes = all.endsWith('stream\n') ? pdf.subarray(from, from + length) : null;
      const stream = bytes && head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
      return [Number(id), { head, stream }];
    }),
  );
}

/** By its name, how many links it has, and its bytes. */
const DOCUMENTS: readonly (readonly [string, number, () => Promise<Buffer>])[] = [
  [
    'an Arabic page with mark, logo, link and code',
    2,
    () =>
      renderPdf({
        ...layOut(
          aPrintableInvoice({
            language: 'ar',
            paymentLink: 'https://pay.example/x',
            seller: aSeller({ logo: PIXEL }),
            lines: [aPrintableLine({ description: 'خدمات किष्ट 請求書 שָׁלוֹם Office' })],
          }),
        ),
        mark: labelsOf('ar').draft,
      }),
  ],
  [
    'a hybrid invoice',
    0,
    () => renderDocument({ format: 'factur-x', document: aPrintableInvoice() }).then(Buffer.from),
  ],
];

describe.each(DOCUMENTS)('%s', (_, links, made) => {
  let pdf: Buffer;
  let text: string;
  let objects: Map<number, PdfObject>;
  beforeAll(async () => {
    pdf = await made();
    text = pdf.toString('latin1');
    objects = objectsOf(pdf);
  });
  const heads = () => [...objects.values()].map(({ head }) => head);
  const at = (head: string, key: string) =>
    objects.get(Number(new RegExp(`/${key} \\[?\\s*(\\d+) 0 R`).exec(head)?.[1]));
  const catalog = () => heads().find((head) => /\/Type \/Catalog\b/.test(head)) ?? '';

  it('begins and ends as a file does that is kept', () => {
    // 6.1.2, 6.1.3: a line of bytes above 127 says that it is no text.
    expect(text).toMatch(/^%PDF-1\.7\n%[\x80-\xff]{4}/);
    expect(text).toMatch(/trailer\n<<[\s\S]*\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    expect(text).not.toContain('/Encrypt');
  });

  it('does nothing of its own and needs nothing from elsewhere', () => {
    // 6.6.1, 6.6.2, 6.1.7: no script, no action by itself, no stream in another file.
    for (const head of heads()) {
      expect(head).not.toMatch(/\/(?:JavaScript|JS|AA|OpenAction|Launch|XFA|FFilter|LZWDecode)\b/);
      expect(head).not.toMatch(/\/Interpolate true/);
    }
  });

  it('says what its colours are', () => {
    // 6.2.3
    const intent = at(catalog(), 'OutputIntents')?.head ?? '';
    expect(intent).toContain('/S /GTS_PDFA1');
    const profile = at(intent, 'DestOutputProfile');
    expect(profile?.head).toMatch(/\/N 3\b/);
    expect(profile?.stream?.toString('latin1', 36, 40)).toBe('acsp');
  });

  it('shows its notes on paper too', () => {
    // 6.3.2: flag Print, and none that hides.
    const notes = heads().filter((head) => /\/Type \/Annot\b/.test(head));
    for (const note of notes) expect(note).toMatch(/\/F 4\b/);
    expect(notes).toHaveLength(links);
  });

  it('tells in XMP what it tells elsewhere', () => {
    // 6.6.2.1: readable without unpacking, and equal to the entries of the document.
    const metadata = at(catalog(), 'Metadata');
    expect(metadata?.head).not.toContain('/Filter');
    const xmp = metadata?.stream?.toString('utf8') ?? '';
    expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(xmp).toContain('<xmp:CreateDate>2026-03-02T09:00:00');
    expect(text).toContain('(D:20260302090000Z)');
  });

  it('has every font inside, with its widths and its letters', () => {
    // 6.2.11.4 to 6.2.11.6
    const fonts = heads().filter((head) => /\/Subtype \/Type0\b/.test(head));
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) {
      expect(at(font, 'ToUnicode')?.stream?.length).toBeGreaterThan(0);
      const descendant = at(font, 'DescendantFonts')?.head ?? '';
      expect(descendant).toContain('/CIDToGIDMap /Identity');
      const descriptor = at(descendant, 'FontDescriptor')?.head ?? '';
      const program = at(descriptor, 'FontFile2')?.stream;
      const list = /\/W \[0 \[([^\]]*)\]\]/.exec(descendant)?.[1] ?? '';
      const said = list.trim().split(/\s+/).map(Number);
      const { hmtx, head } = create(program as Buffer);
      const own = hmtx.metrics.toArray().map(({ advance }) => (advance * 1000) / head.unitsPerEm);
      // Behind those that are drawn stand the parts that some of them are made of.
      expect(said.length).toBeLessThanOrEqual(own.length);
      said.forEach((width, i) => expect(Math.abs(width - (own[i] ?? -9))).toBeLessThanOrEqual(1));
    }
  });
});

it('a hybrid names the file that it carries, and what it is to the page', async () => {
  const pdf = Buffer.from(
    await renderDocument({ format: 'factur-x', document: aPrintableInvoice() }),
  );
  const heads = [...objectsOf(pdf).values()].map(({ head }) => head);
  // 6.8
  const file = heads.find((head) => head.includes('/Type /Filespec')) ?? '';
  expect(file).toMatch(/\/AFRelationship \/Alternative/);
  expect(file).toMatch(/\/F \(factur-x\.xml\)[\s\S]*\/UF \(factur-x\.xml\)/);
  const inside = heads.find((head) => head.includes('/Type /EmbeddedFile')) ?? '';
  expect(inside).toMatch(/\/Subtype \/text#2Fxml/);
  expect(inside).toMatch(/\/ModDate \(D:/);
  const catalog = heads.find((head) => /\/Type \/Catalog\b/.test(head)) ?? '';
  expect(catalog).toMatch(/\/AF \[/);
  expect(pdfFiles(pdf).get('factur-x.xml')?.toString()).toContain('CrossIndustryInvoice');
});
