import { Module } from '@nestjs/common';
import { PictureRenderer } from './pictures/picture-renderer.js';
import { DocumentRenderer } from './rendering/document-renderer.js';

const RENDERERS = [DocumentRenderer, PictureRenderer];

@Module({ providers: RENDERERS, exports: RENDERERS })
export class DocumentsModule {}
