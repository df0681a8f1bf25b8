import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../sheets/lay-out.js';
import type { PrintableDocument } from '../sheets/printable.js';
import { aHeadIn } from '../testing/pages/a-golden-head.js';
import { goldenDocument, type GoldenKind } from '../testing/pages/golden-documents.js';
import { againstGolden } from '../../../../test/support/pages/golden-pages.js';
import { renderPdf } from './render-pdf.js';

const FOLDER = join(__dirname, '../testing/golden/pages');

/** Every language once; of the other kinds every script. */
const LANGUAGES: Readonly<Record<GoldenKind, readonly DocumentLanguage[]>> = {
  invoice: DOCUMENT_LANGUAGES,
  'credit-note': ['ar', 'he', 'hi', 'ja', 'nl', 'pl'],
  quote: ['ar', 'es', 'fr', 'he', 'hi', 'ja'],
  statement: ['ar', 'de', 'he', 'hi', 'ja'],
};
const CASES = (Object.keys(LANGUAGES) as GoldenKind[]).flatMap((kind) =>
  LANGUAGES[kind].map((language) => ({ kind, language })),
);

const compared = async (
  kind: GoldenKind,
  language: DocumentLanguage,
  document: PrintableDocument,
) => againstGolden(await renderPdf(layOut(document)), join(FOLDER, language), kind);

it.each(CASES)('the $kind in $language looks as somebody last saw it', async (golden) => {
  const { kind, language } = golden;
  expect(await compared(kind, language, goldenDocument(kind, language))).toEqual([]);
});

it('keeps no page that nothing is compared with', () => {
  const files = DOCUMENT_LANGUAGES.flatMap((language) =>
    readdirSync(join(FOLDER, language)).map(
      (file) => `${file.replace(/-\d+\.png$/, '')} ${language}`,
    ),
  );
  const cases = CASES.map(({ kind, language }) => `${kind} ${language}`);
  expect([...new Set(files)].sort()).toEqual(cases.sort());
});

describe.skipIf(process.env.GOLDEN === 'write')('a page that is not as it was', () => {
  const head = aHeadIn('ar');
  /** What is told of the Arabic statement once something at its head was changed. */
  const told = async (over: Partial<typeof head>) => {
    const [page = '', ...others] = await compared('statement', 'ar', {
      ...goldenDocument('statement', 'ar'),
      ...over,
    });
    expect(others).toEqual([]);
    return page;
  };
  const ofBuyer = (over: Partial<(typeof head)['buyer']>) =>
    told({ buyer: { ...head.buyer, ...over } });

  it('is told with its place and with the files to look at: a lost logo', async () => {
    const page = await told({ seller: { ...head.seller, logo: null } });
    expect(page).toMatch(
      /^page 1 of statement differs in .* pixels within .*, 48–\d+ from the top;/,
    );
    expect(page).toMatch(/see .*statement-1\.png and .*difference-statement-1\.png$/);
  });

  it('is told by one dot of a letter, and by nothing else', async () => {
    const name = head.buyer.name.replace('ج', 'ح');
    expect(name).not.toBe(head.buyer.name);
    expect(await ofBuyer({ name })).toMatch(/differs in \d pixels within [^;]*: see/);
  });

  it('is told by the order of words from the left among words from the right', async () => {
    const { address } = head.buyer;
    const line1 = `\u200e${address.line1}`;
    const page = await ofBuyer({ address: { ...address, line1 } });
    expect(page).toMatch(/differs in \d+ pixels within [^;]*: see/);
  });
});
