import { isUuid } from '@quittance/kernel';
import { fine, wrong, type FieldKind, type Reading } from './field-kind.js';
import { listReader, mimeType, oneOfReader, wholeReader, wordsReader } from './setting-readers.js';

const MAX_FILES = 20;
/** The body limit of an attachment. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

function readId(value: unknown): Reading<string> {
  if (typeof value !== 'string') return wrong('type', 'must be the id of a record');
  return isUuid(value) ? fine(value.toLowerCase()) : wrong('format', 'must be a UUID');
}

/** A pointer at a record; whether there is one is asked of the database. */
export const lookupKind: FieldKind = {
  type: 'lookup',
  column: 'uuid',
  listedAs: 'id',
  settings: { target: wordsReader(80), onDelete: oneOfReader(['clear', 'restrict']) },
  needed: ['target'],
  read: readId,
  schema: () => ({ type: 'string', format: 'uuid' }),
};

/** The record this one belongs to, and goes with when it is deleted. */
export const masterDetailKind: FieldKind = {
  ...lookupKind,
  type: 'master_detail',
  settings: { target: wordsReader(80), onDelete: oneOfReader(['cascade']) },
};

/** Attachments of the record by their ids. */
export const fileKind: FieldKind = {
  type: 'file',
  column: 'jsonb',
  settings: {
    maxFiles: wholeReader(1, MAX_FILES),
    maxBytes: wholeReader(1, MAX_FILE_BYTES),
    mimeTypes: listReader(mimeType, 50),
  },
  read(value, { settings: { maxFiles = 1 } }) {
    if (!Array.isArray(value)) return wrong('type', 'must be a list of ids of files');
    if (value.length > MAX_FILES) return wrong('max', `must have at most ${maxFiles} files`);
    const ids = new Set<string>();
    for (const [i, item] of value.entries()) {
      const read = readId(item);
      if (read.faults) return { faults: read.faults.map((each) => ({ ...each, inside: `/${i}` })) };
      ids.add(read.value);
    }
    if (ids.size > maxFiles) return wrong('max', `must have at most ${maxFiles} files`);
    return fine(ids.size === 0 ? null : [...ids]);
  },
  schema: ({ settings: { maxFiles = 1 } }) => ({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    uniqueItems: true,
    maxItems: maxFiles,
  }),
  limits: ({ required, settings: { maxBytes = MAX_FILE_BYTES, mimeTypes } }) => ({
    uniqueItems: false,
    ...(required ? { minItems: 1 } : {}),
    'x-maxBytes': maxBytes,
    ...(mimeTypes === undefined ? {} : { 'x-mimeTypes': mimeTypes }),
  }),
};

/** Whether a file of this kind and size may hang on the field; a sentence when it may not. */
export function fileFault(
  { maxBytes = MAX_FILE_BYTES, mimeTypes }: { maxBytes?: number; mimeTypes?: readonly string[] },
  file: { readonly bytes: number; readonly mimeType: string },
): { code: string; message: string } | undefined {
  if (file.bytes > maxBytes)
    return { code: 'max_size', message: `must have at most ${maxBytes} bytes` };
  const type = file.mimeType.toLowerCase();
  const allowed = mimeTypes?.some((each) =>
    each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each,
  );
  if (allowed === false) {
    return { code: 'mime_type', message: `must be one of ${mimeTypes?.join(', ')}` };
  }
  return undefined;
}
