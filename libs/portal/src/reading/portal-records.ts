import type { RecordObject, RecordView } from '@quittance/metadata';
import type { ListDefinition } from '@quittance/lists';
import { portalObject, type PortalObject, type PortalReach } from './portal-object.js';
import type { Shown } from './shown-members.js';

/** Of each standard field of an object of the engine who of a portal sees it. */
export type SaysOfRecord = Readonly<Record<string, Shown>> & Pick<Common, 'id' | 'version'>;

interface Common {
  readonly id: Shown;
  readonly version: Shown;
}

/**
 * Shows an object of the engine in a portal: what a company adds to it is not said here, and shown
 * as far as the company has opened it.
 * @throws Error where a standard field is not said: a programming error, found at start-up
 */
export function portalRecords<Row>(
  object: RecordObject,
  told: {
    /** Of the standard fields alone. */
    readonly list: ListDefinition<Row, RecordView>;
    readonly within: PortalReach;
    readonly says: SaysOfRecord;
  },
): PortalObject<Row, RecordView> {
  const missing = [...object.fields.keys()].filter((name) => !(name in told.says));
  if (missing.length > 0) {
    throw new Error(`${object.name} does not say who sees ${missing.join(', ')}`);
  }
  const members = Object.fromEntries([...object.fields].map(([name, field]) => [name, { field }]));
  const { name } = object;
  return portalObject({ members } as never, { ...told, name, custom: name });
}
