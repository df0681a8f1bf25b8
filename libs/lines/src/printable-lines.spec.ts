import type { DocumentLine } from './document-line.js';
import { printableLine } from './printable-lines.js';

it('a printed line says what it is in law, and where it is supplied', () => {
  const placeOf = { country: 'IN', region: 'KA', postalCode: null };
  const line = { taxes: [], adjustment: null, supplyKind: 'event', placeOf };
  expect(printableLine(line as unknown as DocumentLine)).toMatchObject({
    supplyKind: 'event',
    placeOf,
  });
});
