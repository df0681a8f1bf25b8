import type { ListDefinition, ListNaming } from '../list-definition.js';

/** Of a list, what its records are found with. */
export type Listed = Pick<ListDefinition, 'from' | 'where' | 'id' | 'fields' | 'search' | 'scope'> &
  Pick<ListDefinition, 'named'>;

/** What names the records of a list to a person; the first that it has. */
const LABELS = ['number', 'name', 'planName', 'code'] as const;
const TELLING = ['billToName', 'name', 'code'] as const;

/** How the records of a list are named; undefined of one whose records have no name. */
export function listNaming({ named, fields }: Pick<Listed, 'named' | 'fields'>) {
  if (named) return named;
  const textOf = (name: string) => {
    const field = fields[name];
    const isText = field?.type === 'text' || field?.type === 'enum';
    return isText && !field.refusal ? field.sql : undefined;
  };
  const found = LABELS.find((name) => textOf(name) !== undefined);
  if (found === undefined) return undefined;
  const label = textOf(found) as string;
  const account = fields.accountId?.type === 'id' ? fields.accountId.sql : undefined;
  return {
    label,
    context: TELLING.flatMap((name) => (name === found ? [] : (textOf(name) ?? []))),
    ...(account !== undefined && { account }),
    keys: found === 'number' ? [label] : [],
  } satisfies ListNaming;
}
