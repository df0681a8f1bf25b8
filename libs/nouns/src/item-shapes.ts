import {
  dateShape,
  flagShape,
  integerShape,
  listShape,
  nullableShape,
  objectShape,
  oneOfShape,
  textShape,
  type ItemShape,
} from '@quittance/configuration';
import { membersFor } from './bodies.js';
import type { Member } from './member.js';
import type { DraftOf, Members } from './member-types.js';

/** What each member must be in an item of a set-up document, by its name. */
export function itemShapes<M extends Members>(noun: {
  readonly members: M;
}): Readonly<Record<keyof DraftOf<M>, ItemShape>> {
  const shapes = membersFor(noun, 'create').map(([name, member]): [string, ItemShape] => {
    const shape = shapeOf(member);
    return [name, member.nullable ? nullableShape(shape) : shape];
  });
  return Object.fromEntries(shapes) as Record<keyof DraftOf<M>, ItemShape>;
}

const LONGEST = 255;

function shapeOf({ field: { type, settings } }: Member): ItemShape {
  const { maxLength = LONGEST, min, max, options, schema } = settings;
  if (type === 'boolean') return flagShape;
  if (type === 'date') return dateShape;
  if (type === 'integer') return integerShape(Number(min), Number(max));
  if (type === 'picklist' && options) return oneOfShape(options.map(({ code }) => code));
  if (type !== 'json') return textShape(maxLength, 1);
  const { items, maxItems } = (schema ?? {}) as ListSchema;
  return items && maxItems
    ? listShape(maxItems, textShape(items.maxLength ?? LONGEST, 1))
    : objectShape;
}

interface ListSchema {
  readonly items?: { readonly maxLength?: number };
  readonly maxItems?: number;
}
