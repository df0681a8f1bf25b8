import type { Tx } from '@quittance/database';
import type { CustomObjectDescription } from '../catalogue/define-object.js';
import type { Field } from '@quittance/fields';

/** What a company has defined by itself. */
export interface CompanyMetadata {
  /** API name of the object, built in or custom → its custom fields in their order. */
  readonly fields: ReadonlyMap<string, readonly Field[]>;
  readonly objects: readonly CustomObjectDescription[];
}

/**
 * Reads the definitions of the transaction's company: a few statements, and only after a change.
 */
export abstract class MetadataSource {
  abstract read(tx: Tx): Promise<CompanyMetadata>;
}

/** Nobody has defined anything. */
export class NoMetadata extends MetadataSource {
  read(): Promise<CompanyMetadata> {
    return Promise.resolve({ fields: new Map(), objects: [] });
  }
}
