import type { Font } from 'fontkit';

// What PDFKit takes and offers that its types leave out.
declare global {
  namespace PDFKit.Mixins {
    /** A picture that was opened, which tells its size and is drawn like any other. */
    interface OpenedImage {
      readonly width: number;
      readonly height: number;
    }

    interface PDFImage {
      openImage(bytes: Buffer): OpenedImage;
      image(opened: OpenedImage, x: number, y: number, options: ImageOption): this;
    }

    interface PDFFont {
      /** A font that was opened by whoever measures with it. */
      registerFont(name: string, font: Font): this;
    }

    interface TextOptions {
      /** In points; measured where it is not given. */
      textWidth?: number;
      wordCount?: number;
    }
  }
}
