import type { RecordOptions } from '@quittance/objects';

/**
 * What a change of one record brings about in others: written, logged and told like any change, in
 * whoever's scope they are. No validation rule is asked, since nobody asked for the change and
 * nobody could mend those records on the way.
 */
export const CASCADE: RecordOptions = { trusted: true, unscoped: true, cascade: true };
