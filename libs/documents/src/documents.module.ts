import { Module } from '@nestjs/common';
import { DocumentRenderer } from './rendering/document-renderer.js';

@Module({ providers: [DocumentRenderer], exports: [DocumentRenderer] })
export class DocumentsModule {}
