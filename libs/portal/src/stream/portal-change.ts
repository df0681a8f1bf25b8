import type { EventEnvelope, EventType } from '@quittance/contracts';
import type { CompanyId, Id } from '@quittance/kernel';
import { isReadByOthers } from './others-reach.js';
import { TOLD_DOCUMENT } from './shown-documents.js';
import { REACHED_OBJECTS } from '../notices/reached-records.js';

/** Something that has changed, as it is told: nothing of what is in it. */
export interface PortalChange {
  readonly id: Id<'change'>;
  readonly companyId: CompanyId;
  /** Whom alone it is about; null for all who reach the record. */
  readonly portalUserId: string | null;
  readonly object: string;
  readonly recordId: string;
  readonly version: number | null;
  /** What has happened to it: `sent`. */
  readonly change: string;
}

export type NewChange = Omit<PortalChange, 'id' | 'companyId'>;

/** Whether users of the portals read records of the object, and hear how they change. */
export const isRead = (object: string): boolean =>
  object in REACHED_OBJECTS ||
  isReadByOthers(object) ||
  object === 'portal-user' ||
  object === TOLD_DOCUMENT;

/**
 * What staff do among themselves about a record that others read: whose time is up, what dunning
 * does next, that a quote waits for us, that they saw a request, and what one asks another for.
 */
const INTERNAL: ReadonlySet<EventType> = new Set<EventType>([
  'case.time_missed',
  'dunning.attempted',
  'quote.submitted',
  'quote.approved',
  'quote_request.published',
  'ledger_account.bank_details_requested',
  'ledger_account.bank_details_withdrawn',
  'ledger_account.bank_details_approved',
  'ledger_account.bank_details_rejected',
]);

const isInternal = ({ type, data }: EventEnvelope): boolean =>
  INTERNAL.has(type) || (data as { readonly visibility?: unknown }).visibility === 'internal';

/** What of an event those hear who look at the record; null of what nobody of a portal reads. */
export function changeOf(event: EventEnvelope): NewChange | null {
  const { type, object, recordId, data } = event;
  const change = type.slice(type.indexOf('.') + 1);
  const { version } = data as { readonly version?: unknown };
  const told = { object, recordId, version: typeof version === 'number' ? version : null, change };
  if (!isRead(object) || isInternal(event)) return null;
  return { ...told, portalUserId: object === 'portal-user' ? recordId : null };
}
