import type { Type } from '@nestjs/common';

/** Shapes with members that the document cannot name, by their name in it, and what those are. */
const open = new Map<string, string>();

/** The shape has more members than are named: the words say which. */
export const OpenMembers =
  (description: string) =>
  (dto: Type): void => {
    open.set(dto.name, description);
  };

type Schemas = Record<string, object>;

/** The shapes of a document, those with further members saying so. */
export function withOpenMembers(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const description = open.get(name);
      return [name, description ? { ...schema, additionalProperties: { description } } : schema];
    }),
  );
}
