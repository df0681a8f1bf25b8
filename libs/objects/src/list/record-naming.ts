import type { ListNaming } from '@quittance/lists';
import type { RecordObject } from '@quittance/metadata';
import { foundRecords, hasWords, kindsThatHaveWords } from '../words/found-records.js';
import { foundBy, wordsKind } from '../words/record-words.js';
import { fieldSql } from './list-fields.js';

/**
 * How records of an object are found by their names; undefined where these are worked out on read.
 */
export function recordNaming(object: RecordObject): ListNaming | undefined {
  const { fields, titleField } = object;
  const inRow = (name: string) => {
    const field = fields.get(name);
    return field?.storage.kind === 'column' ? fieldSql(field, 't') : undefined;
  };
  const label = inRow(titleField);
  if (label === undefined) return undefined;
  const beside = foundBy(object).filter((name) => name !== titleField);
  const account = inRow('accountId');
  return {
    label,
    context: beside.flatMap((name) => inRow(name) ?? []),
    ...(account !== undefined && { account }),
    ...(object.wordless
      ? { keys: object.name === 'user' ? [] : [label] }
      : {
          keys: [],
          words: (text, asked) => foundRecords(object, text, asked),
          kept: { kind: wordsKind(object), any: kindsThatHaveWords },
          worded: hasWords,
        }),
  };
}
