import { pointed } from '@quittance/objects';
import type { PortalObject } from '@quittance/portal';
import { listShown } from '@quittance/portal/host';
import { isPointedAt } from './pointed-records.js';

/** A list of customers as it is documented: of what they may name, and nothing of the staff's. */
export function documentedList<Row, Item extends object>(object: PortalObject<Row, Item>) {
  const list = listShown(object);
  const reached = Object.keys(list.fields).flatMap((name) => {
    const short = name.replace(/Id$/, '');
    const found = pointed.by(list.fields, short);
    return found?.name === name && isPointedAt(found.target) ? [short] : [];
  });
  return { ...list, reached };
}
