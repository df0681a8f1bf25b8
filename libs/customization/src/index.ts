export { CustomizationModule } from './customization.module.js';
export {
  MetadataUsage,
  type MetadataUser,
  type UsageSubject,
} from './definitions/checks/metadata-usage.js';
export { type LayoutPanel, LayoutPanels } from './layouts/layout-panels.js';
export { ListMemoryModule } from './list-memory.module.js';
export { ListCatalogue, type ListSource } from './lists/list-catalogue.js';
export { ListMemory } from './views/list-memory.js';
