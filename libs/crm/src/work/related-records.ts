import type { RecordCheck, RecordFinding } from '@quittance/metadata';

const RELATED: ReadonlySet<string> = new Set(['activity', 'case', 'task']);

/**
 * What an activity, a case or a task is about is named in full: the object and the record. That there is such
 * a record is asked as of every lookup.
 */
export const relatedRecords: RecordCheck = {
  name: 'related-records',

  applies: (_, { name }) => Promise.resolve(RELATED.has(name)),

  check(_, object, records) {
    if (!RELATED.has(object.name)) return Promise.resolve([]);
    const findings: RecordFinding[] = [];
    for (const [index, { after, changes }] of records.entries()) {
      if (changes.relatedObject === undefined && changes.relatedId === undefined) continue;
      const fault = (pointer: string, code: string, message: string) =>
        findings.push({ index, error: { pointer, code, message } });
      const { relatedObject: name, relatedId: id } = after;
      if (name === null && id === null) continue;
      if (name === null) fault('/relatedObject', 'required', 'must be given with the id');
      else if (id === null) fault('/relatedId', 'required', 'must be given with the object');
      else if (!object.model.objects.has(String(name))) {
        fault('/relatedObject', 'enum', 'is no object');
      }
    }
    return Promise.resolve(findings);
  },
};
