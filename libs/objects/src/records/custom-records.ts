/** The table of the records of all custom objects. */
export const CUSTOM_RECORDS = 'objects.record';
