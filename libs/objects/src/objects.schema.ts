import type { Migration } from '@quittance/database';
import { Records1764000180001 } from './migrations/1764000180001-records.js';
import { Document1764000180020 } from './migrations/1764000180020-document.js';
import { Upload1764000860001 } from './migrations/1764000860001-upload.js';
import { SearchWord1764001100400 } from './migrations/1764001100400-search-word.js';
import { FilesOfPartners1764002350001 } from './migrations/1764002350001-files-of-partners.js';

export const objectsMigrations: readonly Migration[] = [
  Records1764000180001,
  Document1764000180020,
  Upload1764000860001,
  SearchWord1764001100400,
  FilesOfPartners1764002350001,
];
