import { membersShape, patternShape, type SetupPart } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { itemShapes, sentPart, type DraftOf } from '@quittance/nouns';
import { taxCodeNoun, type TaxCode } from '../codes/tax-code.js';
import { taxCodeRecord } from '../codes/tax-code-record.js';
import { addSetUp, changeSetUp } from '../set-up/store-set-up.js';
import { TAX_RIGHTS, byKey } from './tax-rights.js';

type Item = DraftOf<typeof taxCodeNoun.members>;

export const CODE_SHAPE = patternShape(
  /^[A-Za-z0-9._-]{1,50}$/,
  'must be 1 to 50 letters, digits, dots, - or _',
);

const SHAPE = membersShape({ ...itemShapes(taxCodeNoun), code: CODE_SHAPE });

/** Members that files of earlier versions do not have. */
const NEWER = { kind: null };

const BY_CODE = `${taxCodeRecord.all.text} and t.code = $2`;

/** The tax codes of a company. */
export const taxCodePart: SetupPart = {
  name: 'taxCodes',
  rights: TAX_RIGHTS,
  after: [],
  async read(tx) {
    const codes = await tx.rows<TaxCode>(taxCodeRecord.all, [tx.ctx.companyId]);
    const items = codes.map((code) => sentPart(taxCodeNoun, code));
    return byKey(items, ({ code }) => String(code));
  },
  keyOf: ({ code }) => String(code),
  check: (_, { after }) => SHAPE({ ...NEWER, ...after }, ''),
  async apply(tx, changes) {
    const items = changes.map(({ after }) => ({ ...NEWER, ...after }) as unknown as Item);
    // The default one last: it takes the mark from whichever had it.
    const ordered = [...items].sort((a, b) => Number(a.isDefault) - Number(b.isDefault));
    for (const item of ordered) await bringIn(tx, item);
  },
};

async function bringIn(tx: Tx, { code, ...fields }: Item): Promise<void> {
  const known = await tx.maybe<TaxCode>(BY_CODE, [tx.ctx.companyId, code]);
  if (!known) await addSetUp(tx, taxCodeRecord, { code, ...fields });
  else await changeSetUp(tx, taxCodeRecord, { id: known.id, expectedVersion: null, patch: fields });
}
