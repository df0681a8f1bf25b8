import type { CompanyModel } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import type { PortalDirectory } from '@quittance/portal';

const known = new WeakMap<CompanyModel, Map<PortalDirectory, readonly string[]>>();

/**
 * The fields of their own that a company has opened to the users of a portal, with their objects;
 * who of them sees prices is a right. Worked out once for each version of the company's metadata.
 */
export function openedMembers(model: CompanyModel, portal: PortalDirectory): readonly string[] {
  const of = known.get(model) ?? new Map<PortalDirectory, readonly string[]>();
  known.set(model, of);
  const opened = of.get(portal) ?? namesOf(model, portal);
  of.set(portal, opened);
  return opened;
}

function namesOf(model: CompanyModel, portal: PortalDirectory): readonly string[] {
  const names = [...model.objects.values()].flatMap((object) =>
    customMembers.opened(object, portal, true).map(({ field }) => `${object.name}.${field.name}`),
  );
  return names.sort();
}
