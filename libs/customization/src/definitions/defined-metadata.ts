import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Field, FieldId } from '@quittance/fields';
import { MetadataSource, type CompanyMetadata } from '@quittance/metadata';
import { CUSTOM_RECORDS, type FieldIndexState, fieldIndexes } from '@quittance/objects';
import { fieldOf, type FieldDefinition, type IndexProgress } from './definition.js';
import { allFields, allObjects } from './definition.repository.js';

/** What companies have defined, from the tables of definitions. */
@Injectable()
export class DefinedMetadata extends MetadataSource {
  async read(tx: Tx): Promise<CompanyMetadata> {
    const [definitions, objects, indexes] = await Promise.all([
      allFields(tx),
      allObjects(tx),
      fieldIndexes.read(tx),
    ]);
    const progress = progressOf(indexes);
    const fields = new Map<string, Field[]>();
    for (const definition of definitions) {
      const field = fieldOf(definition, progress(definition));
      const known = fields.get(definition.object);
      if (known) known.push(field);
      else fields.set(definition.object, [field]);
    }
    return { fields, objects: objects.map((each) => ({ ...each, table: CUSTOM_RECORDS })) };
  }
}

/** How far the side table of each field has come. */
export function progressOf(
  states: readonly FieldIndexState[],
): (field: Pick<FieldDefinition, 'id' | 'type'>) => IndexProgress {
  const byKey = new Map(states.map((each) => [key(each.fieldId, each.purpose), each.state]));
  return ({ id, type }) => {
    const purpose = type === 'lookup' || type === 'master_detail' ? 'reference' : 'value';
    const state = byKey.get(key(id, purpose));
    return state === undefined ? 'none' : state === 'emptying' ? 'building' : state;
  };
}

function key(id: FieldId, purpose: string): string {
  return `${id} ${purpose}`;
}
