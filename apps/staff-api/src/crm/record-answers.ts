import type { Type } from '@nestjs/common';
import { SERVED } from '../objects/served-objects.js';

/**
 * The shape of an object's records in the document: what its operations answer is what its records
 * are read as.
 * @throws Error at start-up when the object is not served
 */
export function recordDtoOf(object: string): Type {
  const routes = SERVED.find((each) => each.object === object);
  if (!routes) throw new Error(`The records of ${object} are not served`);
  return routes.dtos.record;
}
