import type { Json } from '../objects/objects-support.js';

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** What of a contract says which bodies its routes take. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: Schema }>> };
}

/** A body with every member that stands in a list of it, however deep; undefined without lists. */
export function withinLists(contract: Contract, method: string, path: string): Json | undefined {
  const { schemas } = contract.components;
  const schema = bodySchema(contract, method, path);
  const filled = (given: Schema | undefined, isListed: boolean, left: number): unknown => {
    if (!given || left === 0) return isListed ? null : undefined;
    const named = given.$ref && schemas[given.$ref.split('/').at(-1) as string];
    const among = [...(given.allOf ?? []), ...(given.anyOf ?? []), ...(given.oneOf ?? [])];
    const all = [given, ...(named ? [named] : []), ...among];
    if (all.length > 1) {
      const parts = all.slice(1).map((each) => filled(each, isListed, left - 1));
      return parts.find((each) => typeof each === 'object' && each !== null) ?? parts[0];
    }
    if (given.items) {
      const item = filled(given.items, true, left - 1);
      return typeof item === 'object' && item !== null ? [item] : isListed ? null : undefined;
    }
    if (!given.properties) return isListed ? null : undefined;
    const members = Object.entries(given.properties).flatMap(([name, each]) => {
      const value = name === 'filter' ? undefined : filled(each, isListed, left - 1);
      return value === undefined ? [] : [[name, value] as const];
    });
    return members.length > 0 ? Object.fromEntries(members) : undefined;
  };
  return filled(schema, false, 12) as Json | undefined;
}

/** The places of what stands in lists of a body and holds nothing itself. */
export function pointersIn(body: unknown, at = ''): readonly string[] {
  if (typeof body !== 'object' || body === null) return [at];
  return Object.entries(body).flatMap(([name, each]) => pointersIn(each, `${at}/${name}`));
}

function bodySchema({ paths }: Contract, method: string, path: string): Schema | undefined {
  const of = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  return of?.requestBody?.content['application/json']?.schema;
}

/** The members of the body that a route takes. */
export function membersOf(contract: Contract, method: string, path: string): readonly string[] {
  const { schemas } = contract.components;
  const namesIn = (schema: Schema | undefined): readonly string[] => {
    if (!schema) return [];
    const { $ref, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
    const named = $ref === undefined ? [] : [schemas[$ref.split('/').at(-1) as string]];
    const parts = [...named, ...allOf, ...anyOf, ...oneOf];
    return [...Object.keys(properties), ...parts.flatMap(namesIn)];
  };
  return [...new Set(namesIn(bodySchema(contract, method, path)))];
}
