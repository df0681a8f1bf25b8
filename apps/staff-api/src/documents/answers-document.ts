import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { renderingBusy, renderingFailed } from '@quittance/documents/host';
import { Asks, Problems } from '@quittance/http/host';
import { notFound } from '@quittance/kernel';

const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const JSON_OBJECT = { schema: { type: 'object', additionalProperties: true } } as const;

const contentOf = (type: string) => (type === 'application/json' ? JSON_OBJECT : FILE);

/** A document in one of these media types; whoever has it already is answered 304. */
export const AnswersDocument = (...mediaTypes: readonly string[]) =>
  applyDecorators(
    Asks('print'),
    Problems(notFound, renderingBusy, renderingFailed),
    ApiProduces(...mediaTypes),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The ETag of the document that is there already.',
    }),
    ApiResponse({
      status: 200,
      description: 'The document, with its ETag and the name of its file.',
      content: Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type)])),
    }),
    ApiResponse({ status: 304, description: 'It has not changed.' }),
  );
