import { patternShape } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import type { TaxJurisdiction, TaxJurisdictionId } from '../jurisdictions/tax-jurisdiction.js';
import { taxJurisdictionRecord } from '../jurisdictions/tax-jurisdiction-record.js';

/** A jurisdiction without ids: what it lies in, then itself. `country:US/state:CA` */
export type Place = string;

const STEP = '(country|state|county|city):[A-Za-z0-9._-]{1,40}';

export const PLACE_SHAPE = patternShape(
  new RegExp(`^country:[A-Z]{2}(/${STEP}){0,3}$`),
  'must be a place such as country:US/state:CA',
);

/** The jurisdictions of the company by their places. */
export async function readPlaces(tx: Tx): Promise<ReadonlyMap<Place, TaxJurisdiction>> {
  const rows = await tx.rows<TaxJurisdiction>(taxJurisdictionRecord.all, [tx.ctx.companyId]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(rows.map((row) => [placeOfJurisdiction(row, byId), row]));
}

export function placeOfJurisdiction(
  { level, code, parentId }: TaxJurisdiction,
  byId: ReadonlyMap<TaxJurisdictionId, TaxJurisdiction>,
): Place {
  const parent = parentId === null ? undefined : byId.get(parentId);
  const step = `${level}:${code}`;
  return parent ? `${placeOfJurisdiction(parent, byId)}/${step}` : step;
}
