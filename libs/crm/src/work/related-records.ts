import {
  readStored,
  type RecordCheck,
  type RecordFinding,
  type RecordId,
} from '@quittance/objects';

const WORK: ReadonlySet<string> = new Set(['activity', 'task']);

/**
 * The record that an activity or task is about exists and may be seen by who says so: one statement
 * for each object that is named.
 */
export const relatedRecords: RecordCheck = {
  name: 'related-records',

  async check(tx, object, records) {
    if (!WORK.has(object.name)) return [];
    const findings: RecordFinding[] = [];
    const asked = new Map<string, { index: number; id: RecordId }[]>();
    const fault = (index: number, pointer: string, code: string, message: string) =>
      findings.push({ index, error: { pointer, code, message } });
    for (const [index, { after, changes }] of records.entries()) {
      if (changes.relatedObject === undefined && changes.relatedId === undefined) continue;
      const { relatedObject: name, relatedId: id } = after;
      if (name === null && id === null) continue;
      if (name === null) fault(index, '/relatedObject', 'required', 'must be given with the id');
      else if (id === null) fault(index, '/relatedId', 'required', 'must be given with the object');
      else if (!object.model.objects.has(String(name))) {
        fault(index, '/relatedObject', 'enum', 'is no object');
      } else {
        const known = asked.get(String(name)) ?? [];
        asked.set(String(name), [...known, { index, id: id as RecordId }]);
      }
    }
    for (const [name, wanted] of asked) {
      const target = object.model.objects.get(name);
      if (!target) continue;
      const ids = [...new Set(wanted.map(({ id }) => id))];
      const found = await readStored(tx, target, ids);
      for (const { index, id } of wanted) {
        if (found.has(id)) continue;
        fault(index, '/relatedId', 'not_found', `There is no such ${name} in this company.`);
      }
    }
    return findings;
  },
};
