import { Body, Controller, Delete, Get, Injectable, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  FileBody,
  IdField,
  InstantField,
  IntegerField,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  TextField,
} from '@quittance/http/host';
import { notFound, validationFailed, type Instant } from '@quittance/kernel';
import {
  documentEmpty,
  documentUploadGivenUp,
  fileTypeRefused,
  uploadLimitReached,
  type DocumentId,
  type Upload,
} from '@quittance/objects/host';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { PortalUploads } from '@quittance/portal/host';
import type { Readable } from 'node:stream';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';

const NAME = { max: 255, description: 'Without a path; unsafe signs are taken out.' } as const;

export class UploadQuery {
  @TextField(NAME) fileName: string;
}

export class UploadDto implements Upload {
  @IdField({ description: 'What bodies name it by: `documentIds`.' }) documentId: DocumentId;
  @TextField(NAME) fileName: string;
  @TextField({ max: 200, description: 'What the bytes are, whatever they were called.' })
  mimeType: string;
  @IntegerField({ min: 1, description: 'Bytes.' }) size: number;
  @TextField({ max: 64, description: 'Of the bytes, in hexadecimal.' }) sha256: string;
  @InstantField() createdAt: Instant;
  @InstantField({ description: 'When it is thrown away, unless it is attached by then.' })
  expiresAt: Instant;
}

/** Files that a user sends before it is said what they hang on. */
@Injectable()
abstract class UploadRoutes {
  constructor(private readonly uploads: PortalUploads) {}

  @Post()
  @FileBody()
  @Answers(UploadDto, 201)
  @Problems(
    documentEmpty,
    documentUploadGivenUp,
    fileTypeRefused,
    uploadLimitReached,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Send a file, to be attached to a record',
    description:
      'The body is the file itself, at most 25 MiB: a document, a picture or text, read off its ' +
      'bytes. It waits for a day; a request that names it in `documentIds` attaches it.',
  })
  keep(
    @PortalCaller() ctx: PortalCtx,
    @Query() { fileName }: UploadQuery,
    @Body() body: Readable,
  ): Promise<UploadDto> {
    return this.uploads.execute(ctx, fileName, body);
  }

  @Get(':id')
  @Answers(UploadDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'An own file that waits to be attached' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: DocumentId): Promise<UploadDto> {
    return this.uploads.find(ctx, id);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Throw an own file away that waits to be attached' })
  drop(@PortalCaller() ctx: PortalCtx, @PathId('id') id: DocumentId): Promise<void> {
    return this.uploads.drop(ctx, id);
  }
}

/** The same for the users of one directory. */
export function uploadsController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/uploads`)
  class UploadsController extends UploadRoutes {}
  return renamedFor(directory, UploadsController);
}
