import type { ListDefinition } from '@quittance/lists';
import { ROLE_COLUMNS, type Role } from './role.repository.js';

export const roleList: ListDefinition<Role, Role> = {
  from: 'access.role r',
  select: ROLE_COLUMNS,
  id: 'r.id',
  fields: {
    id: { sql: 'r.id', type: 'id', notNull: true },
    name: { sql: 'r.name', type: 'text', notNull: true },
    description: { sql: 'r.description', type: 'text' },
    builtIn: { sql: 'r.built_in', type: 'boolean', notNull: true },
    createdAt: { sql: 'r.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 'r.updated_at', type: 'instant', notNull: true },
  },
  search: ['r.name', 'r.description'],
  defaultSort: 'name',
  map: (row) => row,
};
