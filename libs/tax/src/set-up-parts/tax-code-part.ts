import {
  flagShape,
  membersShape,
  nullableShape,
  oneOfShape,
  patternShape,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import type { TaxCode } from '../codes/tax-code.js';
import { taxCodeKind } from '../codes/tax-code.queries.js';
import { SUPPLY_KINDS } from '../decision/decision.js';
import { addSetUp, changeSetUp } from '../set-up-record.js';
import { TAX_RIGHTS, byKey } from './tax-rights.js';

type Item = Pick<TaxCode, 'code' | 'name' | 'description' | 'kind' | 'isDefault'>;

export const CODE_SHAPE = patternShape(
  /^[A-Za-z0-9._-]{1,50}$/,
  'must be 1 to 50 letters, digits, dots, - or _',
);

const SHAPE = membersShape({
  code: CODE_SHAPE,
  name: textShape(100, 1),
  description: nullableShape(textShape(500, 1)),
  kind: nullableShape(oneOfShape(SUPPLY_KINDS)),
  isDefault: flagShape,
});

/** Members that files of earlier versions do not have. */
const NEWER = { kind: null };

const ALL = sql(`select ${taxCodeKind.select} from tax.code t where t.company_id = $1`);

/** The tax codes of a company. */
export const taxCodePart: SetupPart = {
  name: 'taxCodes',
  rights: TAX_RIGHTS,
  after: [],
  async read(tx) {
    const codes = await tx.rows<TaxCode>(ALL, [tx.ctx.companyId]);
    const items = codes.map(({ code, name, description, kind, isDefault }) => {
      return { code, name, description, kind, isDefault };
    });
    return byKey(items, ({ code }) => code);
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
  const statement = `${ALL.text} and t.code = $2`;
  const known = await tx.maybe<TaxCode>(statement, [tx.ctx.companyId, code]);
  if (!known) await addSetUp(tx, taxCodeKind, { code, ...fields });
  else await changeSetUp(tx, taxCodeKind, { id: known.id, expectedVersion: null, patch: fields });
}
