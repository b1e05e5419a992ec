/** What a browser that reads codes by itself has; not every one does. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

/** Reads the QR code that a camera sees now; undefined while there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** As much of a picture as our own reader gets: plenty for a code that fills a third of the frame, and soon looked through. */
const mostPixels = 640;

/** The browser's own reader where it has one, else one that is loaded when it is needed. */
export async function codeReader(): Promise<ReadCode> {
  const formats = (await window.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (window.BarcodeDetector && formats.includes('qr_code')) {
    const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { default: decode } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0) return undefined;
    // The square in the middle, which is what the frame shows.
    const side = Math.min(width, height);
    const size = Math.min(side, mostPixels);
    canvas.width = size;
    canvas.height = size;
    context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
    try {
      return decode(context.getImageData(0, 0, size, size));
    } catch {
      // No code in this picture.
      return undefined;
    }
  };
}
