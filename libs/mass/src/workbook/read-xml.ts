import { SaxesParser } from 'saxes';
import { yieldIfDue } from '@quittance/work';
import type { WorkbookBounds } from './bounds.js';

type Attributes = Readonly<Record<string, string | undefined>>;

/** What is done with an XML text while it is read. */
export interface XmlReading {
  /** The elements whose text is told, by their names without prefixes. */
  readonly texts?: ReadonlySet<string>;
  readonly opened?: (name: string, attributes: Attributes) => void;
  readonly text?: (part: string, within: readonly string[]) => void;
  readonly closed?: (name: string) => void;
}

/** Deeper than any part of a workbook that is looked at. */
const DEEPEST = 32;
const MOST_ATTRIBUTES = 64;

/**
 * Reads an XML text as it comes, a chunk between two turns of whoever reads what came of it.
 * Entities are those of XML alone, so that none grows; what is too deep, has too many attributes,
 * or comments or instructions, which no spreadsheet writes and the parser gathers, is given up.
 * @throws what the bounds refuse with
 */
export async function* xmlParts(
  bytes: AsyncIterable<Buffer>,
  reading: XmlReading,
  { refused }: WorkbookBounds,
): AsyncGenerator<void> {
  const refuse = () => refused('it is no workbook');
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
  let before = '';
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    // Of what begins at the end of a chunk the rest comes with the next.
    if (/<!|.<\?/s.test(before + text)) throw refuse();
    before = text.slice(-2);
    parser.write(text);
    yield;
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
  }
  parser.write(decoder.decode()).close();
}

/** The same, of what is read to its end. */
export async function readXml(...read: Parameters<typeof xmlParts>): Promise<void> {
  for await (const _ of xmlParts(...read));
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
