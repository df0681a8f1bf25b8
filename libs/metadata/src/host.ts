export { type CustomObjectDescription, defineCustomObject } from './catalogue/define-object.js';
export { NoMetadata } from './model/metadata-source.js';
