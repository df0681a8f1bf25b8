import { SaxesParser } from 'saxes';
import { quickOrderFileRefused } from '../../storefront.errors.js';

type Attributes = Readonly<Record<string, string | undefined>>;

/** What is done with an XML text while it is read. */
interface Reading {
  /** The elements whose text is told, by their names without prefixes. */
  readonly texts?: ReadonlySet<string>;
  readonly opened?: (name: string, attributes: Attributes) => void;
  readonly text?: (part: string, within: readonly string[]) => void;
  readonly closed?: (name: string) => void;
  /** Whether the rest is not read. */
  readonly enough?: () => boolean;
}

/** Deeper than any part of a workbook that is looked at. */
const DEEPEST = 32;
const MOST_ATTRIBUTES = 64;
/** Signs that open something, in one part: a table of an order has a few thousand. */
const MOST_MARKUP = 200_000;
const LESS_THAN = '<'.codePointAt(0);

/**
 * Reads an XML text as it comes, a chunk between two turns of the event loop. Entities are those of
 * XML alone, so that none grows; what is too deep, has too many elements or attributes, or comments
 * or instructions, which no spreadsheet writes and the parser gathers, is given up.
 * @throws DomainError quick_order_file_refused
 */
export async function readXml(bytes: AsyncIterable<Buffer>, reading: Reading): Promise<void> {
  const refuse = () => quickOrderFileRefused({ why: 'it is no workbook' });
  const parser = new SaxesParser();
  const within: string[] = [];
  let attributes = 0;
  parser.on('error', () => {
    throw refuse();
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (within.length >= DEEPEST) throw refuse();
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw refuse();
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    within.push(bare(name));
    reading.opened?.(bare(name), given as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    within.pop();
    reading.closed?.(bare(name));
  });
  const tell = (part: string) => {
    if (reading.texts?.has(within.at(-1) ?? '')) reading.text?.(part, within);
  };
  parser.on('text', tell);
  parser.on('cdata', tell);
  const decoder = new TextDecoder('utf-8');
  let markup = 0;
  let before = '';
  for await (const chunk of bytes) {
    for (const byte of chunk) if (byte === LESS_THAN) markup += 1;
    if (markup > MOST_MARKUP) throw refuse();
    const text = decoder.decode(chunk, { stream: true });
    // Of what begins at the end of a chunk the rest comes with the next.
    if (/<!|.<\?/s.test(before + text)) throw refuse();
    before = text.slice(-2);
    parser.write(text);
    if (reading.enough?.()) return;
  }
  parser.write(decoder.decode()).close();
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
