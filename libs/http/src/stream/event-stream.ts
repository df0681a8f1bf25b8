import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { streamLimitReached } from '../http.errors.js';
import { Problems } from '../problems/problems.decorator.js';

const EVENT_STREAM = 'text/event-stream';

/** A route that tells what changes, as it happens. */
export const AnswersEventStream = () =>
  applyDecorators(
    Problems(streamLimitReached),
    ApiProduces(EVENT_STREAM),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The last event that was heard; `reset` where what followed is not known.',
    }),
    ApiResponse({
      status: 200,
      description:
        'Server-sent events `change` with `{object, id, version, change}`, and no data of the ' +
        'record; `reset` where everything is to be read anew, and a comment every 15 seconds. It ' +
        'ends with the session, where rights are changed, and after an hour.',
      content: { [EVENT_STREAM]: { schema: { type: 'string' } } },
    }),
  );

/**
 * Sends the events as they come. Nothing waits for their end: it may be an hour away. Whoever asks
 * for the head alone takes up no place.
 */
export function sendEvents(reply: FastifyReply, events: Readable): void {
  if (reply.request.method === 'HEAD') events.destroy();
  void reply
    .headers({
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store, no-transform',
      // A host that stops would else wait for the next request on it.
      connection: 'close',
      'x-accel-buffering': 'no',
    })
    .send(reply.request.method === 'HEAD' ? '' : events);
}
