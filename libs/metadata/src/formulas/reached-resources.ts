import type { Field } from '@quittance/fields';
import type { CompanyObject } from '../catalogue/object.js';
import { dependenciesOf } from './formula-graph.js';
import { isShownThere, namedObject } from './reached-object.js';

/**
 * The resources beside its own whose records something computed over an object is made of, through
 * formulas and roll-ups that it names as well; not those of what everybody sees who sees the
 * record. Who makes such a thing must be allowed to view them all, for it may be read by what knows
 * no rights.
 */
export function reachedResources(
  object: CompanyObject,
  computed: readonly Pick<Field, 'type' | 'settings'>[],
): ReadonlySet<string> {
  const resources = new Set<string>();
  const seen = new Set(computed.flatMap((each) => dependenciesOf(object, each)));
  // A set that grows while it is walked: what is added comes behind.
  for (const path of seen) {
    const [of = '', name = ''] = path.split('.');
    const target = namedObject(object.model, of);
    if (!target) continue;
    if (target.name !== object.name && !isShownThere(target, name)) resources.add(target.resource);
    const field = target.fields.get(name);
    for (const next of field ? dependenciesOf(target, field) : []) seen.add(next);
  }
  return resources;
}
