import type { ListDefinition } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import { isUser, type CompanyModel, type CompanyObject } from '@quittance/metadata';
import { pointedAt, type PointedTarget } from './pointed-target.js';
import { searchColumns } from './record-list.js';
import { recordNaming } from './record-naming.js';

/** The records that a field may point at, as a list that is looked through by their names. */
export type Choices = Pick<
  ListDefinition,
  'from' | 'where' | 'id' | 'fields' | 'search' | 'scope' | 'named'
> & {
  /** The row of the role matrix that they are of. */
  readonly resource: string | undefined;
  /** False where the actor may not be told of them. */
  readonly isShown: boolean;
};

/**
 * What the company lets a record point at: what is there, within the scope of whoever asks, and of
 * what may be put out of use what is in use. Undefined where it has nothing of that name.
 */
export function choicesAt(ctx: Ctx, model: CompanyModel, name: string): Choices | undefined {
  const at = pointedAt(ctx, model, name);
  if (!at) return undefined;
  const named = namingOf(ctx, at);
  const fields = at.fields('t');
  // Of users the name alone is for everybody.
  const isSearched = at.object && !isUser(at.object);
  return {
    from: `${at.table} t`,
    where: at.object ? `${at.live('t')} and ${inUse(at.object)}` : at.usable('t'),
    id: 't.id',
    fields,
    search: isSearched ? searchColumns(at.object, fields) : [],
    scope: (_, bind) => at.scope('t', bind),
    ...(named && { named }),
    resource: at.resource,
    isShown: at.isOpen,
  };
}

function namingOf(ctx: Ctx, { object, title }: PointedTarget): Choices['named'] {
  if (!object || isUser(object)) {
    const label = title('t');
    // An address is for those who may look at users.
    const context = object && ctx.permissions.can(object.resource, 'view') ? ['t.email'] : [];
    return label === undefined ? undefined : { label, context, keys: [] };
  }
  return recordNaming(object);
}

const OUT = 'inactive';

/** Products, plans and price books are switched off, accounts become inactive, users leave. */
function inUse(object: CompanyObject): string {
  if (isUser(object)) return 't.active';
  const parts: string[] = [];
  const { active, status } = Object.fromEntries(object.fields);
  if (active?.type === 'boolean' && active.storage.kind === 'column') {
    parts.push(`t.${active.storage.column}`);
  }
  const states = status?.settings.options?.map(({ code }) => code) ?? [];
  if (status?.storage.kind === 'column' && states.includes('active') && states.includes(OUT)) {
    parts.push(`t.${status.storage.column} <> '${OUT}'`);
  }
  return parts.join(' and ') || 'true';
}
