export { configurationMigrations } from './configuration.schema.js';
export { revisionList, type RevisionView } from './revision.queries.js';
