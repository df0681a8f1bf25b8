import {
  systemCtx,
  type Actor,
  type CompanyId,
  type Ctx,
  type Instant,
  type Unit,
} from '@quittance/kernel';

/** The facts of a request nobody is signed in for yet. */
export interface Visitor {
  readonly requestId: string;
  readonly ip: string | null;
  readonly locale: string;
  readonly now: Instant;
  /** What it says it is, so that people recognise their sessions. */
  readonly userAgent?: string | null;
  /** Where it came in, and from where. */
  readonly unit?: Unit;
}

const NOBODY: Actor = Object.freeze({ kind: 'staff', id: null, name: 'not signed in' });

/** The context of such a request in the company its token or e-mail led to. */
export function publicCtx(visitor: Visitor, companyId: CompanyId, actor: Actor = NOBODY): Ctx {
  const { requestId, ip, locale, now, unit } = visitor;
  const known = { ip, locale, ...(unit && { unit }) };
  return Object.freeze({ ...systemCtx(companyId, now, requestId, actor), ...known });
}
