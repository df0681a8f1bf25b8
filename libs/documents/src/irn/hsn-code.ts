import type { PrintableLine } from '../sheets/printable-document.js';

/** What a tax code may be that companies without a code on their products use as one. */
const CODE = /^\d{6}(?:\d{2})?$/;

/**
 * The HSN or SAC code of a line: its product's, else its tax code where that is one by its shape.
 */
export function hsnOf({
  hsnCode,
  taxCode,
}: Pick<PrintableLine, 'hsnCode' | 'taxCode'>): string | null {
  return hsnCode ?? (taxCode !== null && CODE.test(taxCode) ? taxCode : null);
}
