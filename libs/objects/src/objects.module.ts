import { Global, Module } from '@nestjs/common';
import { MetadataModule } from '@quittance/metadata';
import { RecordOrigins } from './timeline/record-origins.js';
import { TimelineSources } from './timeline/timeline-sources.js';
import { BuildFieldIndexes } from './values/build-field-indexes.js';

const REGISTERS = [BuildFieldIndexes, RecordOrigins, TimelineSources];

/** The registers are one for the process: libs fill them while it starts. */
@Global()
@Module({
  imports: [MetadataModule],
  providers: REGISTERS,
  exports: [MetadataModule, ...REGISTERS],
})
export class ObjectsModule {}
