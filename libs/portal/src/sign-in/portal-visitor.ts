import { publicCtx, type Visitor } from '@quittance/identity';
import type { CompanyId, Ctx } from '@quittance/kernel';

const NOBODY = Object.freeze({ kind: 'portal', id: null, name: 'not signed in' } as const);

/** The context of a request that nobody of a portal is signed in for yet. */
export function visitorCtx(visitor: Visitor, companyId: CompanyId): Ctx {
  return publicCtx(visitor, companyId, NOBODY);
}
