import { StreamableFile } from '@nestjs/common';
import type { ListPage } from '@quittance/lists';
import { mapInTurns, yieldIfDue } from '@quittance/work';
import { Readable } from 'node:stream';
import { JsonText } from './json-text.js';

/** Characters that are written to the caller at once. */
const PIECE = 131_072;

/** A page as the text of its JSON; others have their turn while long items are written. */
export async function textOfPage({ data, ...rest }: ListPage<object>): Promise<string> {
  const items = await mapInTurns(data, (item) => JSON.stringify(item));
  return `{"data":[${items.join()}],${JSON.stringify(rest).slice(1)}`;
}

/** A short page goes out as it is; of a long one no more at once than what takes a moment. */
export function inPieces(text: string): JsonText | StreamableFile {
  if (text.length <= PIECE) return new JsonText(text);
  const pieces = Readable.from(piecesOf(text), { objectMode: false });
  return new StreamableFile(pieces, { type: 'application/json; charset=utf-8' });
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  let from = 0;
  while (from < text.length) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const to = wholeTo(text, from + PIECE);
    yield text.slice(from, to);
    from = to;
  }
}

/** Two halves of one character are not parted. */
function wholeTo(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at + 1 : at;
}
