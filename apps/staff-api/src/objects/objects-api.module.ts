import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { CustomizationModule } from '@quittance/customization';
import {
  AttachDocument,
  DirectoryStore,
  FileStore,
  ReadTimeline,
  RemoveDocument,
  UpdateDocument,
} from '@quittance/objects/host';
import { BulkUpdate, CloneRecord, ImportRecords } from '@quittance/mass/host';
import { ObjectsModule } from '@quittance/objects';
import { join } from 'node:path';
import {
  DuplicateEndpoints,
  recordDuplicatesController,
} from '../rules/record-duplicates.controller.js';
import { DocumentEndpoints, DocumentOperations } from './document-endpoints.js';
import { RegistrationDocumentsController } from '../partner/registration-documents.controller.js';
import { DocumentsController } from './documents.controller.js';
import { MassEndpoints } from './mass-endpoints.js';
import { ObjectsAtHand } from './objects-at-hand.js';
import { QuoteFileController } from './quote-file.controller.js';
import { recordDocumentController } from './record-document.controller.js';
import { recordDocumentsController } from './record-documents.controller.js';
import { RecordEndpoints } from './record-endpoints.js';
import { recordMassController } from './record-mass.controller.js';
import type { RecordRoutes } from './record-routes.js';
import { recordViewsController } from './record-views.controller.js';
import { recordsController } from './records.controller.js';
import { SearchController } from '../search/search.controller.js';
import { SERVED, SHOWN } from './served-objects.js';
import { TimelineKinds } from './timeline-kinds.js';
import { ViewEndpoints } from './view-endpoints.js';

/** The controllers of one object: everything that every object has. */
export function recordControllers(routes: RecordRoutes): Type[] {
  return [
    // Its `schema` stands before the `:id` of the others.
    recordViewsController(routes),
    recordMassController(routes),
    recordDocumentsController(routes),
    recordDocumentController(routes),
    recordDuplicatesController(routes),
    recordsController(routes),
  ];
}

/** The controllers of an object whose records are written elsewhere. */
function showingControllers(routes: RecordRoutes): Type[] {
  return [recordViewsController(routes), recordDocumentsController(routes)];
}

const ENDPOINTS: readonly Provider[] = [
  AttachDocument,
  BulkUpdate,
  CloneRecord,
  DocumentEndpoints,
  DocumentOperations,
  DuplicateEndpoints,
  ImportRecords,
  MassEndpoints,
  ObjectsAtHand,
  ReadTimeline,
  RecordEndpoints,
  RemoveDocument,
  TimelineKinds,
  UpdateDocument,
  ViewEndpoints,
];

/** Records of every object, built in and custom. */
@Module({})
export class ObjectsApiModule {
  static forRoot(config: Config): DynamicModule {
    const files = new DirectoryStore(join(config.dataDir, 'documents'));
    return {
      module: ObjectsApiModule,
      // Files are kept in one place, whatever record they hang on.
      global: true,
      imports: [ObjectsModule, CustomizationModule],
      controllers: [
        ...SERVED.flatMap(recordControllers),
        ...SHOWN.flatMap(showingControllers),
        DocumentsController,
        QuoteFileController,
        RegistrationDocumentsController,
        SearchController,
      ],
      providers: [...ENDPOINTS, { provide: FileStore, useValue: files }],
      exports: [FileStore],
    };
  }
}
