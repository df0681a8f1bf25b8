import type { TextRow } from '@quittance/database';
import type { ListDefinition, WrittenMembers } from './list-definition.js';

type Writer = NonNullable<ListDefinition['write']>;
type Listed = Pick<ListDefinition, 'select' | 'complete'> & {
  readonly map: (row: never) => unknown;
  readonly written?: WrittenMembers;
};

/**
 * The members of a list that writes its rows itself; undefined of one whose rows are made into
 * something else, or completed by statements of their own.
 */
function writtenMembers({
  select,
  map,
  complete,
  written,
}: Listed): WrittenMembers['members'] | undefined {
  const isIts = written?.select === select && written.map === map && complete === undefined;
  return isIts ? written.members : undefined;
}

/** Writes some members of a row as one JSON object; what is absent has no name in it. */
function objectWriter(members: WrittenMembers['members']): Writer {
  const writers = Object.entries(members).map(
    ([name, write]) => [`${JSON.stringify(name)}:`, write] as const,
  );
  return (row: TextRow) => {
    let json = '';
    for (const [key, write] of writers) {
      const text = write(row);
      if (text !== undefined) json += (json === '' ? '{' : ',') + key + text;
    }
    return json === '' ? '{}' : `${json}}`;
  };
}

export const writtenRows = { members: writtenMembers, object: objectWriter } as const;
