import type { Tx } from '@quittance/database';
import { normalRegion } from '../addresses/regions.js';
import type { TaxReason } from '../decision/decision.js';
import { readCodesOfKinds } from './read-codes-of-kinds.js';

/** Grounds that the decision finds for goods alone, or for what is none. */
const GROUNDS: Readonly<Record<'goods' | 'services', readonly TaxReason[]>> = {
  goods: ['intra_community', 'triangulation', 'import_one_stop_shop'],
  services: ['reverse_charge', 'service_abroad', 'untaxed_service'],
};

/** What whoever adds up lines needs to know of how they were decided. */
export const taxReports = {
  /** A region as jurisdictions are told, however it was written. Pure. */
  regionOf: normalRegion,
  /**
   * As goods or services a line was decided by its ground, where that is of one alone; else by the
   * type of its product, else by the kind of its code.
   */
  grounds: GROUNDS,
  /** Tax codes that say that goods are sold under them. */
  async codesOfGoods(tx: Tx): Promise<string[]> {
    const codes = await readCodesOfKinds(tx, ['goods']);
    return codes.map(({ code }) => code);
  },
} as const;
