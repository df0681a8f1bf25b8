import type { Type } from '@nestjs/common';

/** The members that a shape has with one word of its discriminator. */
export interface UnionPart {
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

interface Union {
  readonly member: string;
  readonly parts: Readonly<Record<string, UnionPart>>;
}

const unions = new Map<string, Union>();

/**
 * Documents a class whose members depend on what one of them says as a union of a shape for each
 * word of it; the class itself has the members of all of them.
 */
export const UnionBy =
  (member: string, parts: Union['parts']) =>
  (dto: Type): void => {
    unions.set(dto.name, { member, parts });
  };

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** `add_to_list` of a `WorkflowActionDto`: `AddToListWorkflowActionDto`. */
function partName(word: string, of: string): string {
  return `${word.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}${of}`;
}

/** The shapes of a document, unions in place of the classes that are documented as such. */
export function withUnions(schemas: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const union = unions.get(name);
      return union ? unionOf(name, schema, union) : [[name, schema] as const];
    }),
  );
}

function unionOf(
  name: string,
  { properties = {} }: Schema,
  { member, parts }: Union,
): readonly (readonly [string, object])[] {
  const named = Object.entries(parts).map(([word, { needs, takes }]) => {
    const members = [...needs, ...takes].map((each) => [each, properties[each] ?? {}]);
    const shape = {
      type: 'object',
      properties: { [member]: { type: 'string', enum: [word] }, ...Object.fromEntries(members) },
      required: [member, ...needs],
      additionalProperties: false,
    };
    return { word, title: partName(word, name), shape };
  });
  const ref = (title: string) => `#/components/schemas/${title}`;
  const mapping = Object.fromEntries(named.map(({ word, title }) => [word, ref(title)]));
  const oneOf = named.map(({ title }) => ({ $ref: ref(title) }));
  return [
    [name, { oneOf, discriminator: { propertyName: member, mapping } }],
    ...named.map(({ title, shape }) => [title, shape] as const),
  ];
}
