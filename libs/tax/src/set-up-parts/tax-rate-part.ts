import {
  membersShape,
  patternShape,
  type SetupItem,
  type SetupPart,
} from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { itemShapes, sentPart } from '@quittance/nouns';
import { taxRateNoun, type NewTaxRate, type TaxRate } from '../rates/tax-rate.js';
import { taxRateRecord } from '../rates/tax-rate-record.js';
import { addSetUp, changeSetUp } from '../set-up/store-set-up.js';
import { PLACE_SHAPE, readPlaces, type Place } from './places.js';
import { CODE_SHAPE } from './tax-code-part.js';
import { TAX_RIGHTS, byKey } from './tax-rights.js';

type Item = Omit<NewTaxRate, 'jurisdictionId'> & { readonly place: Place };

const {
  jurisdictionId: _,
  taxCode: _code,
  rate: _rate,
  kind,
  priority,
  validFrom,
  validTo,
  ...others
} = itemShapes(taxRateNoun);

const SHAPE = membersShape({
  place: PLACE_SHAPE,
  taxCode: CODE_SHAPE,
  kind,
  priority,
  validFrom,
  validTo,
  rate: patternShape(
    /^(100|\d{1,2}(\.\d{0,5}[1-9])?)$/,
    'must be a percentage as text, with at most 6 decimals and no zero at its end',
  ),
  ...others,
});

/** The tax rates of a company; no two of a key begin on one day. */
export const taxRatePart: SetupPart = {
  name: 'taxRates',
  rights: TAX_RIGHTS,
  after: ['taxCodes', 'taxJurisdictions'],
  async read(tx) {
    const items = (await readRates(tx)).map(({ item }) => ({ ...item }));
    return byKey(items, keyOf);
  },
  keyOf,
  check: (_, { after }) => SHAPE(after, ''),
  async apply(tx, changes) {
    const known = new Map((await readRates(tx)).map(({ item, id }) => [keyOf({ ...item }), id]));
    const places = await readPlaces(tx);
    // One that ends earlier now makes way for the one that follows it.
    const ordered = [...changes].sort((a, b) => Number(!a.before) - Number(!b.before));
    for (const { after } of ordered) {
      const { place, ...fields } = after as unknown as Item;
      const jurisdictionId = places.get(place)?.id;
      if (!jurisdictionId) throw invalidField('/place', 'reference', `${place} is not there`);
      const id = known.get(keyOf(after));
      if (id === undefined) await addSetUp(tx, taxRateRecord, { jurisdictionId, ...fields });
      else await changeSetUp(tx, taxRateRecord, { id, expectedVersion: null, patch: fields });
    }
  },
};

function keyOf({ place, taxCode, kind, priority, validFrom }: SetupItem): string {
  return [place, taxCode, kind, priority, validFrom].map(String).join(' ');
}

async function readRates(tx: Tx): Promise<{ readonly id: string; readonly item: Item }[]> {
  const byId = new Map([...(await readPlaces(tx))].map(([place, { id }]) => [id, place]));
  const rates = await tx.rows<TaxRate>(taxRateRecord.all, [tx.ctx.companyId]);
  return rates.map(taxRateRecord.view).map((rate) => {
    const { jurisdictionId, ...fields } = sentPart(taxRateNoun, rate) as NewTaxRate;
    return { id: rate.id, item: { place: byId.get(jurisdictionId) ?? '', ...fields } };
  });
}
