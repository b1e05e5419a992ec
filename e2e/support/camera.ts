import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import encodeQR from 'qr';
import { wholeTest } from './journey.ts';

interface CameraFixtures {
  /** What the camera sees from when it is started next: a QR code of this text, or nothing but a wall. */
  showToCamera: (text: string | null) => void;
}

/**
 * Journeys of a browser with one camera, which faces neither way and is allowed or not by the context's `permissions`.
 * It plays a film that is written when it is wanted: real pixels, read by the page as from any camera.
 */
export const test = wholeTest.extend<CameraFixtures, { film: string }>({
  film: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'trenn-camera-'));
      const film = join(folder, 'film.y4m');
      writeFileSync(film, filmOf(null));
      await use(film);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, film }, use) => {
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
    },
    { scope: 'worker' },
  ],
  showToCamera: async ({ film }, use) => {
    await use((text) => writeFileSync(film, filmOf(text)));
    writeFileSync(film, filmOf(null));
  },
});

/** Gives the page's browser a camera at the back: the one it has, told to face that way. */
export async function turnCameraBack(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wanted) => {
      const video = typeof wanted?.video === 'object' ? { ...wanted.video } : {};
      delete video.facingMode;
      return open({ ...wanted, video });
    };
  });
}

const width = 640;
const height = 480;
const wall = 0x90;
const white = 0xf0;
const black = 0x18;

/** A film of two pictures in YUV4MPEG2, which Chromium's file camera plays over and over. */
function filmOf(text: string | null): Buffer {
  const light = Buffer.alloc(width * height, wall);
  if (text !== null) draw(light, encodeQR(text, 'raw', { border: 4 }));
  const colourless = Buffer.alloc((width * height) / 2, 0x80);
  const picture = Buffer.concat([Buffer.from('FRAME\n'), light, colourless]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`),
    picture,
    picture,
  ]);
}

/** Draws a code in the middle, three fifths as high as the picture. */
function draw(light: Buffer, code: readonly (readonly boolean[])[]): void {
  const scale = Math.floor((height * 0.6) / code.length);
  const size = code.length * scale;
  const [left, top] = [Math.floor((width - size) / 2), Math.floor((height - size) / 2)];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isBlack = code[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      light[(top + y) * width + left + x] = isBlack ? black : white;
    }
  }
}
