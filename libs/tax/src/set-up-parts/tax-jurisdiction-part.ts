import { listShape, membersShape, textShape, type SetupPart } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { TaxJurisdiction } from '../jurisdictions/tax-jurisdiction.js';
import { taxJurisdictionRecord } from '../jurisdictions/tax-jurisdiction-record.js';
import type { JurisdictionLevel } from '../rate-books/rate-book-data.js';
import { addSetUp, changeSetUp } from '../set-up/store-set-up.js';
import { PLACE_SHAPE, readPlaces, type Place } from './places.js';
import { TAX_RIGHTS, byKey } from './tax-rights.js';

interface Item {
  readonly place: Place;
  readonly name: string;
  readonly postalPatterns: readonly string[];
}

const MOST_PATTERNS = 1000;

const SHAPE = membersShape({
  place: PLACE_SHAPE,
  name: textShape(100, 1),
  postalPatterns: listShape(MOST_PATTERNS, textShape(20, 1)),
});

/** The jurisdictions of a company, by where they lie. */
export const taxJurisdictionPart: SetupPart = {
  name: 'taxJurisdictions',
  rights: TAX_RIGHTS,
  after: [],
  async read(tx) {
    const items = [...(await readPlaces(tx))].map(([place, { name, postalPatterns }]) => {
      return { place, name, postalPatterns };
    });
    return byKey(items, ({ place }) => place);
  },
  keyOf: ({ place }) => String(place),
  check: (_, { after }) => SHAPE(after, ''),
  async apply(tx, changes) {
    const known = new Map(await readPlaces(tx));
    const items = changes.map(({ after }) => after as unknown as Item);
    // What others lie in is there before them.
    const depth = ({ place }: Item) => place.split('/').length;
    for (const item of [...items].sort((a, b) => depth(a) - depth(b))) {
      known.set(item.place, await bringIn(tx, item, known));
    }
  },
};

async function bringIn(
  tx: Tx,
  { place, name, postalPatterns }: Item,
  known: ReadonlyMap<Place, TaxJurisdiction>,
): Promise<TaxJurisdiction> {
  const there = known.get(place);
  if (there) {
    const change = { id: there.id, expectedVersion: null, patch: { name, postalPatterns } };
    return changeSetUp(tx, taxJurisdictionRecord, change);
  }
  const steps = place.split('/');
  const [level = '', code = ''] = (steps.pop() ?? '').split(':');
  const parent = known.get(steps.join('/'));
  if (steps.length > 0 && !parent) {
    throw invalidField('/place', 'reference', `${steps.join('/')} is not there`);
  }
  return addSetUp(tx, taxJurisdictionRecord, {
    parentId: parent?.id ?? null,
    level: level as JurisdictionLevel,
    code,
    name,
    postalPatterns,
  });
}
