import type { EngineDocument, RecordedLine } from '../engines/tax-engine.port.js';

/** Amounts as decimal text of minor units. */
type AsText<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

/** A document as it is kept until its provider has it: JSON knows no integers of our size. */
export type StoredDocument = Omit<AsText<EngineDocument>, 'lines'> & {
  readonly lines: readonly AsText<RecordedLine>[];
};

export function storedDocument(document: EngineDocument): StoredDocument {
  return {
    ...document,
    net: document.net.toString(),
    tax: document.tax.toString(),
    lines: document.lines.map((line) => ({
      ...line,
      amount: line.amount.toString(),
      discount: line.discount.toString(),
      tax: line.tax.toString(),
    })),
  };
}

export function documentOf(stored: StoredDocument): EngineDocument {
  return {
    ...stored,
    // Kept before there were credit notes.
    corrects: stored.corrects ?? null,
    net: BigInt(stored.net),
    tax: BigInt(stored.tax),
    lines: stored.lines.map((line) => ({
      ...line,
      amount: BigInt(line.amount),
      discount: BigInt(line.discount),
      tax: BigInt(line.tax),
    })),
  };
}
