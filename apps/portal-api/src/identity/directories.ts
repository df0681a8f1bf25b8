import type { Type } from '@nestjs/common';
import type { PortalDirectory } from '@quittance/portal';

/** Where the routes of each directory are served; the clients know them by heart. */
export const PREFIXES: Readonly<Record<PortalDirectory, string>> = {
  customer: 'api/v1/mobile/portal',
  partner: 'api/v1/mobile/partner',
  vendor: 'api/v1/mobile/vendor',
};

/** The group of a directory's routes in the document. */
export const TAGS: Readonly<Record<PortalDirectory, string>> = {
  customer: 'Customer portal',
  partner: 'Partner portal',
  vendor: 'Vendor portal',
};

/** The document names operations by the class they are in: each directory has its own. */
export function renamedFor(directory: PortalDirectory, controller: Type): Type {
  const own = `${directory.charAt(0).toUpperCase()}${directory.slice(1)}`;
  Object.defineProperty(controller, 'name', { value: `${own}${controller.name}` });
  return controller;
}
